import { expect, test } from "vitest";
import { linkTo, parseLink } from "../src/state/links";

const HERE = "https://cards.example";

test.each([{ table: "63fb559e786ee901" }, { code: "k5m68zty9k" }, { move: "a&b=c #d" }])("%o comes back from its link", (link) => {
  const address = new URL(linkTo(link, HERE));
  expect(parseLink(address.hash)).toEqual(link);
  expect(address.pathname + address.search).toBe("/"); // nothing that a server would see
});

test.each(["", "#", "#code=", "#colour=red", "#/judge"])("%j is no link", (fragment) => {
  expect(parseLink(fragment)).toBeNull();
});
