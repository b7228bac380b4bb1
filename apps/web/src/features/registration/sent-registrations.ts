import { deviceStore } from '@institute/ui/browser-storage.ts';
import type { SentRegistration } from './saved-state.ts';
import { SENT } from './sent-registrations.constants.ts';

const KEPT = 20;

const isSent = (value: unknown): value is SentRegistration =>
  typeof value === 'object' && value !== null && 'reference' in value && 'sentAt' in value;

// Empty when the browser refuses to store
export const sentRegistrations = {
  list(): SentRegistration[] {
    try {
      const stored: unknown = JSON.parse(deviceStore.getItem(SENT) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isSent) : [];
    } catch {
      return [];
    }
  },
  add(sent: SentRegistration) {
    const others = sentRegistrations.list().filter(({ reference }) => reference !== sent.reference);
    writeSent([sent, ...others].slice(0, KEPT));
  },
  clear() {
    writeSent([]);
  },
};

function writeSent(all: SentRegistration[]) {
  if (all.length > 0) deviceStore.setItem(SENT, JSON.stringify(all));
  else deviceStore.removeItem(SENT);
}
