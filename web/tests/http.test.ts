import { afterEach, expect, test, vi } from "vitest";
import { getJson, getText, postJson } from "../src/net/http";
import { say } from "../src/words/texts.svelte";
import { speaking } from "./speaking";

afterEach(() => {
  vi.unstubAllGlobals();
});

function answering(response: () => Promise<Response>): void {
  vi.stubGlobal("fetch", response);
}

const NO_ANSWERS: [string, () => Promise<Response>][] = [
  ["a lost net", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a proxy's page", () => Promise.resolve(new Response("<html>Bad gateway</html>", { status: 502 }))],
];

test.each(NO_ANSWERS)("%s is said in the language of the page", async (_, response) => {
  await speaking("fr");
  answering(response);
  const expected = { code: "no-answer", message: say("web.no-answer") };
  await expect(getJson("/api/bots")).rejects.toMatchObject(expected);
  await expect(postJson("/api/judge", "")).rejects.toMatchObject(expected);
  await expect(getText("/api/records/t1")).rejects.toMatchObject(expected);
});

test("a page where JSON was expected is no answer", async () => {
  answering(() => Promise.resolve(new Response("<html>Welcome to this hotel</html>")));
  await expect(getJson("/api/bots")).rejects.toMatchObject({ code: "no-answer" });
});

test("a refusal of the server has its own words", async () => {
  const body = JSON.stringify({ code: "too-busy", text: "Later." });
  answering(() => Promise.resolve(new Response(body, { status: 503 })));
  await expect(getText("/api/records/t1")).rejects.toMatchObject({ code: "too-busy", message: "Later." });
});

test("a text comes as it is, for who has the key", async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response("{}\n{}\n")));
  vi.stubGlobal("fetch", fetched);
  expect(await getText("/api/records/t1?format=jsonl", "secret")).toBe("{}\n{}\n");
  const headers = { Authorization: "Bearer secret" };
  expect(fetched).toHaveBeenCalledWith(expect.stringMatching(/&lang=\w\w$/), { headers, credentials: "omit" });
});
