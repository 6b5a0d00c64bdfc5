/** Files that the page gives to its user. */

/** A browser may fetch what is saved only after the click. */
const TIME_TO_SAVE = 10_000;

/** Save a text as a file. */
export function saveFile(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TIME_TO_SAVE);
}
