/** Games, presets and bots in words. The server names them; what it names anew is shown by its name. */
import { sayIfKnown } from "./texts.svelte";

/** `belote:pagat,undertrump=optional`: the name, the preset, and the house rules that differ. */
export function gameParts(game: string): { name: string; preset: string; house: string[] } {
  const [first = "", ...house] = game.split(",");
  const [name = "", preset = ""] = first.split(":");
  return { name, preset, house };
}

/** `Belote`: games are called the same in all languages. */
export function gameName(game: string): string {
  const { name } = gameParts(game);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function presetName(name: string, preset: string): string {
  return sayIfKnown(`web.preset.${name}.${preset}`) ?? preset.replaceAll("_", " ");
}

/** The whole game: `Belote · as on pagat.com · undertrump=optional`. */
export function gameWords(game: string): string {
  const { name, preset, house } = gameParts(game);
  return [gameName(game), ...(preset ? [presetName(name, preset)] : []), ...house].join(" · ");
}

/** `Level 2, casual`, for `sampling:2`. */
export function botName(bot: string): string {
  return sayIfKnown(`web.bot.${bot.replace(":", "-")}`) ?? bot;
}
