/** The page's own hash is that of everybody else. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hex } from "../src/state/fair";
import { sha256 } from "../src/state/sha256";

test.each([0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 70_000])("of %i bytes", (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) % 256);
  expect(hex(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
});
