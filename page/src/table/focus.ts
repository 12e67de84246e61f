/** Where the focus is put when what had it is gone. */

/** The card of the hand that Tab would reach; without a hand, the table. */
export function focusHand(): void {
  const card = document.querySelector<HTMLElement>('.hand [data-card][tabindex="0"]');
  (card ?? document.querySelector<HTMLElement>("[data-cloth] main"))?.focus({ preventScroll: true });
}

const lost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Cards are played and buttons switched off under the focus: it goes back to the hand, once that is drawn. */
export function keepFocus(): void {
  const look = () => {
    if (lost() && !document.querySelector("dialog[open]")) focusHand();
  };
  // The browser drops the focus of a button that was switched off only after it has drawn it.
  requestAnimationFrame(() => requestAnimationFrame(look));
}
