import { FakeSocket, newBrowser } from "./browser";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type ConnectionState } from "../src/net/connection";
import type { Incoming, Outgoing } from "../src/net/messages";

const HELLO: Incoming = { type: "hello", v: 1 };
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  newBrowser();
});
afterEach(() => {
  vi.useRealTimers();
});

function connect(): { connection: Connection; states: ConnectionState[]; heard: Outgoing[] } {
  const states: ConnectionState[] = [];
  const heard: Outgoing[] = [];
  const connection = new Connection("wss://cards.example/ws", {
    opened: () => HELLO,
    received: (message) => heard.push(message),
    changed: (state) => states.push(state),
  });
  connection.open();
  return { connection, states, heard };
}

test("a connection that is lost is opened again, and begins with a hello", () => {
  const { states } = connect();
  FakeSocket.last.open();
  FakeSocket.last.break();
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.open();
  expect(FakeSocket.all.map((socket) => socket.sent)).toEqual([[HELLO], [HELLO]]);
  expect(states).toEqual(["connecting", "open", "lost", "connecting", "open"]);
});

test("what is said while there is no connection is lost", () => {
  const { connection } = connect();
  connection.send({ type: "tables" });
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual([HELLO]);
});

test("a connection that never opens is given up for another one", () => {
  const { states } = connect();
  vi.advanceTimersByTime(MINUTE);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
  expect(FakeSocket.all[0]?.isClosed).toBe(true);
  expect(states.slice(0, 3)).toEqual(["connecting", "lost", "connecting"]);
});

test("a connection that answers no ping is given up, and one that answers stays", () => {
  const { heard } = connect();
  const socket = FakeSocket.last;
  socket.open();
  vi.advanceTimersByTime(15_000);
  expect(socket.sent.at(-1)).toEqual({ type: "ping" });
  socket.tell({ type: "pong" });
  vi.advanceTimersByTime(14_000);
  expect(socket.isClosed).toBe(false);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(6_000);
  expect(socket.isClosed).toBe(true);
});

test.each([
  ["replaced", 1],
  ["shutdown", 2],
])("after the last words %s there were so many connections: %i", (code, count) => {
  const { states } = connect();
  FakeSocket.last.open({ type: "bye", code, text: "" });
  FakeSocket.last.break();
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all.length).toBe(count);
  expect(states[2]).toBe(count === 1 ? "refused" : "lost");
});

test("who begins anew hears nothing more of the connection before", () => {
  const { connection, heard, states } = connect();
  const [old] = FakeSocket.all;
  old?.open();
  connection.reopen();
  expect(old?.isClosed).toBe(true);
  FakeSocket.last.open();
  old?.tell({ type: "done", id: "1", n: 1 });
  old?.break();
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all.length).toBe(2);
  expect(heard).toEqual([]);
  expect(states.at(-1)).toBe("open");
});
