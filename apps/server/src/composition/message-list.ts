// The kinds of messages, one line for each subject. Sending, limits and previews derive from this file.
export * from '../modules/accounts/account.messages.ts';
export * from '../modules/certificates/certificate.messages.ts';
export * from '../modules/contact-messages/contact-message.messages.ts';
export * from '../modules/dashboard/dashboard.messages.ts';
export * from '../modules/donations/donation.messages.ts';
export * from '../modules/fees/fee.messages.ts';
export * from '../modules/newsletter/newsletter.messages.ts';
export * from '../modules/outbox/office-mail.messages.ts';
export * from '../modules/outbox/office-sms.messages.ts';
export * from '../modules/registrations/registration.messages.ts';
export * from '../modules/site/site.messages.ts';
export * from '../modules/sms-inbox/sms-inbox.messages.ts';
