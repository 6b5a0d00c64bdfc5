/** Where the focus goes when what had it is no more. */

/** An attachment: when a button goes that had the focus, the hand gets it. */
export function passFocusOn(button: HTMLElement): () => void {
  let hadFocus = false;
  button.addEventListener("focusin", () => (hadFocus = true));
  // Nothing else has it if the button went, or if somebody has touched the ground.
  button.addEventListener("focusout", (event) => (hadFocus = event.relatedTarget === null));
  return () => {
    if (hadFocus) setTimeout(focusHand);
  };
}

function focusHand(): void {
  if (document.activeElement !== document.body) return;
  const cards = [...document.querySelectorAll<HTMLElement>("button[data-card]")];
  (cards.find((card) => card.ariaDisabled !== "true") ?? cards[0])?.focus();
}
