/** Games, presets and bots in words. The server names them; what it names anew is shown by its name. */
import type { GameParts } from "../net/messages";
import { say, sayIfKnown } from "./texts.svelte";

/** `Belote`: games are called the same in all languages. */
export function gameName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function presetName(name: string, preset: string): string {
  return sayIfKnown(`web.preset.${name}.${preset}`) ?? preset.replaceAll("_", " ");
}

/** The course whose assignment a preset is; nothing for those that people play. */
export function courseOf(name: string, preset: string): string {
  return sayIfKnown(`web.course.${name}.${preset}`) ?? "";
}

/** The whole game: `Belote · as on pagat.com · undertrump=optional`. */
export function gameWords({ name, preset, house = [] }: GameParts): string {
  return [gameName(name), ...(preset ? [presetName(name, preset)] : []), ...house].join(" · ");
}

/** What is agreed on for calls where bots have a system, so that each of them shows something; else nothing. */
export function systemWords({ name }: GameParts): string {
  return sayIfKnown(`web.system.${name}`) ?? "";
}

export function hasSystem(parts: GameParts): boolean {
  return systemWords(parts) !== "";
}

/** What a player of a vulnerable side is, for those who hear the page: a game may have its own word for it. */
export function vulnerableWord({ name }: GameParts): string {
  return sayIfKnown(`web.vulnerable.${name}`) ?? say("web.auction.vulnerable");
}

/** Which sides are vulnerable. */
export function vulnerableWords({ name }: GameParts, sides: string): string {
  return sayIfKnown(`web.vulnerable.sides.${name}`, { sides }) ?? say("web.table.vulnerable", { sides });
}

/** `Level 2, casual`, for `sampling:2`. */
export function botName(bot: string): string {
  return sayIfKnown(`web.bot.${bot.replace(":", "-")}`) ?? bot;
}
