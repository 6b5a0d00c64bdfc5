/** Links to tables and seats. What opens something stands behind the `#`, which no server ever gets to see. */
import { isKeyLink } from "./key";

export interface Link {
  /** of a public table */
  table?: string;
  /** of a private one */
  code?: string;
  /** a one-time code that opens somebody's seat on another device */
  move?: string;
}

const NAMES = ["table", "code", "move"] as const;

/** The address that leads there. */
export function linkTo(link: Link, origin = location.origin): string {
  const [name] = NAMES.filter((known) => link[known]);
  return `${origin}/#${name ?? ""}=${encodeURIComponent(name ? (link[name] ?? "") : "")}`;
}

export function parseLink(fragment: string): Link | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const name = NAMES.find((known) => fields.get(known));
  return name ? { [name]: fields.get(name) ?? "" } : null;
}

/** Whether a fragment leads to a table or a seat, or brings a key. */
export function isLink(fragment: string): boolean {
  return parseLink(fragment) !== null || isKeyLink(fragment);
}

/** The link by which the page was opened; it then leaves the address, where others might see it. */
export function takeLink(): Link | null {
  const link = parseLink(location.hash);
  if (link) history.replaceState(null, "", location.pathname);
  return link;
}
