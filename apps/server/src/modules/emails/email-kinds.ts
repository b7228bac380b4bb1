import type { RegistrationStatus } from '@institute/contract/registrations.constants';

interface RegistrationState {
  reference: string;
  status: RegistrationStatus;
  /** On the waiting list, when the status is `waiting`. */
  place?: number;
}

/** The kinds of emails with their data. None may hold medical data. `more` are an applicant's other registrations. */
export interface EmailKinds {
  'registration-received': { firstName: string; reference: string; program: string };
  'registration-for-office': { id: number; reference: string; program: string };
  'registration-status': { firstName: string; more?: RegistrationState[] } & RegistrationState;
  'contact-message': { name: string; email: string; subject: string; message: string };
  'newsletter-confirmation': { token: string };
  'newsletter-welcome': { token: string };
  'newsletter-issue': { campaignId: number; token: string; isTest?: boolean };
  'donation-receipt': { donationId: number };
  'donation-cancellation': { donationId: number };
  invitation: { linkId: string; invitedBy: string };
  'password-reset': { linkId: string };
  'new-device': { at: string; userAgent: string | null; ipAddress: string | null };
  'new-owner': { newOwner: string; madeBy: string };
  'two-step-off': { by: string; at: string };
}

/** To an account, not to a visitor with the same address. */
export const accountKinds = [
  'invitation',
  'password-reset',
  'new-device',
  'new-owner',
  'two-step-off',
] as const satisfies EmailKind[];
export type EmailKind = keyof EmailKinds;
