/** Which clicks count. */
import { beforeEach, expect, test } from "vitest";
import { hasCounted, hasPrepared, isEcho } from "../src/table/touch";

const click = (timeStamp: number, clientX: number, detail = 1) => ({ timeStamp, clientX, clientY: 5, detail }) as MouseEvent;

beforeEach(() => {
  hasPrepared();
  hasCounted(click(1000, 100));
});

test.each<[string, MouseEvent, boolean]>([
  ["a second click at the same place", click(1300, 103), true],
  ["the same, which the browser counts as a double click, however slow", click(9000, 103, 2), true],
  ["a click elsewhere", click(1100, 140), false],
  ["a click when a while has passed", click(1600, 100), false],
  ["a key", click(1001, 100, 0), false],
])("%s", (_, event, is) => expect(isEcho(event)).toBe(is));

test("after a card was only lifted, the next click plays it", () => {
  hasPrepared();
  expect(isEcho(click(1100, 100, 2))).toBe(false);
});
