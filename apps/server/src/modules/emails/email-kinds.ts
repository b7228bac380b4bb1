import type { RegistrationStatus } from '@institute/contract/registrations.constants';

/** The kinds of emails with their data. None may hold medical data. */
export interface EmailKinds {
  'registration-received': { firstName: string; reference: string; program: string };
  'registration-for-office': { id: number; reference: string; program: string };
  'registration-status': { firstName: string; reference: string; status: RegistrationStatus };
  'contact-message': { name: string; email: string; subject: string; message: string };
  'newsletter-confirmation': { token: string };
  'newsletter-welcome': { token: string };
  'newsletter-issue': { campaignId: number; token: string; isTest?: boolean };
  'donation-receipt': { donationId: number };
  invitation: { linkId: string; invitedBy: string };
  'password-reset': { linkId: string };
}
export type EmailKind = keyof EmailKinds;
