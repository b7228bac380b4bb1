/** What this device keeps of a registration that the institute has: nothing about the applicant. */
export type SentRegistration = { reference: string; program?: string | undefined; sentAt: number };

const SENT = 'sent-applications';
const KEPT = 20;

const isSent = (value: unknown): value is SentRegistration =>
  typeof value === 'object' && value !== null && 'reference' in value && 'sentAt' in value;

// A browser may refuse to store anything. Then the list is empty.
export const sentRegistrations = {
  /** The newest first. */
  list(): SentRegistration[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(SENT) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isSent) : [];
    } catch {
      return [];
    }
  },
  add(sent: SentRegistration) {
    const others = sentRegistrations.list().filter(({ reference }) => reference !== sent.reference);
    write([sent, ...others].slice(0, KEPT));
  },
  clear() {
    write([]);
  },
};

function write(all: SentRegistration[]) {
  try {
    if (all.length > 0) localStorage.setItem(SENT, JSON.stringify(all));
    else localStorage.removeItem(SENT);
  } catch {}
}
