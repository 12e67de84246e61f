/** Tells when the machine's clocks no longer agree: it slept, or its clock was set anew. */

const EVERY = 1000;
const MOST_DRIFT = 5000;

/** Calls back after each jump; returns how to stop. */
export function onJump(jumped: () => void): () => void {
  const drift = () => Date.now() - performance.now();
  let before = drift();
  const timer = setInterval(() => {
    const now = drift();
    if (Math.abs(now - before) > MOST_DRIFT) jumped();
    before = now;
  }, EVERY);
  return () => clearInterval(timer);
}
