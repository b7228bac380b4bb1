import { deviceStore } from '@institute/ui/browser-storage.ts';

const STORE_KEY = 'sent-applications';
const MAX_SENT_REGISTRATIONS = 20;

/** What the device keeps of a sent registration: nothing about the applicant. */
export type SentRegistration = {
  key?: string;
  reference: string;
  program?: string | undefined;
  sentAt: number;
};

const isSentRegistration = (value: unknown): value is SentRegistration =>
  typeof value === 'object' && value !== null && 'reference' in value && 'sentAt' in value;

// The list is empty when the browser refuses to store
export const sentRegistrations = {
  list(): SentRegistration[] {
    try {
      const storedList: unknown = JSON.parse(deviceStore.getItem(STORE_KEY) ?? '[]');
      return Array.isArray(storedList) ? storedList.filter(isSentRegistration) : [];
    } catch {
      return [];
    }
  },
  add(sent: SentRegistration) {
    const otherRegistrations = sentRegistrations
      .list()
      .filter(({ reference }) => reference !== sent.reference);
    deviceStore.setItem(
      STORE_KEY,
      JSON.stringify([sent, ...otherRegistrations].slice(0, MAX_SENT_REGISTRATIONS)),
    );
  },
  clear() {
    deviceStore.removeItem(STORE_KEY);
  },
};
