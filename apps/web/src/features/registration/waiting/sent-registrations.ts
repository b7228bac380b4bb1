import { deviceStore } from '@institute/ui/browser-storage.ts';

const STORE_KEY = 'sent-applications';
const MAX_SENT = 20;

/** Kept of a sent registration: nothing about the applicant. */
export type SentRegistration = {
  key?: string;
  reference: string;
  program?: string | undefined;
  sentAt: number;
};

const isSent = (value: unknown): value is SentRegistration =>
  typeof value === 'object' && value !== null && 'reference' in value && 'sentAt' in value;

// Empty when the browser refuses to store
export const sentRegistrations = {
  list(): SentRegistration[] {
    try {
      const stored: unknown = JSON.parse(deviceStore.getItem(STORE_KEY) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isSent) : [];
    } catch {
      return [];
    }
  },
  add(sent: SentRegistration) {
    const others = sentRegistrations.list().filter(({ reference }) => reference !== sent.reference);
    deviceStore.setItem(STORE_KEY, JSON.stringify([sent, ...others].slice(0, MAX_SENT)));
  },
  clear() {
    deviceStore.removeItem(STORE_KEY);
  },
};
