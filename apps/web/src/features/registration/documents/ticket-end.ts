import { documentLimits } from '@institute/contract/applicant-documents.constants';

const LONGEST_MS = documentLimits.ticketMinutes * 60_000;
const CHECK_DEADLINE_EVERY_MS = 10_000;

/** A clock of a phone may be wrong: then the page counts the whole time of a ticket from now. */
export function readDeadline(endsAt: string, now: number): number {
  const leftMs = Date.parse(endsAt) - now;
  return now + (leftMs > 0 && leftMs < LONGEST_MS ? leftMs : LONGEST_MS);
}

/** A phone that sleeps runs no timers, so the page also looks when it is shown again. Returns how to stop. */
export function watchDeadline(deadline: () => number, end: () => void): () => void {
  const endIfDeadlinePassed = () => {
    if (Date.now() >= deadline()) end();
  };
  const timer = setInterval(endIfDeadlinePassed, CHECK_DEADLINE_EVERY_MS);
  document.addEventListener('visibilitychange', endIfDeadlinePassed);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', endIfDeadlinePassed);
  };
}
