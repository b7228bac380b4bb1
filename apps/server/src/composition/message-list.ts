// The kinds of messages, one line for each subject. Sending, limits and previews use this list.

export * from '../modules/office/dashboard/dashboard.messages.ts';
export * from '../modules/office/sms-inbox/sms-inbox.messages.ts';
export * from '../modules/platform/accounts/account.messages.ts';
export * from '../modules/platform/outbox/office/office-mail.messages.ts';
export * from '../modules/platform/outbox/office/office-sms.messages.ts';
export * from '../modules/platform/outbox/written-words.messages.ts';
export * from '../modules/platform/site/site.messages.ts';
export * from '../modules/school/applicant-documents/applicant-document.messages.ts';
export * from '../modules/school/certificates/certificate.messages.ts';
export * from '../modules/school/contact-messages/contact-message.messages.ts';
export * from '../modules/school/donations/donation.messages.ts';
export * from '../modules/school/fees/accounts/fee.messages.ts';
export * from '../modules/school/fees/accounts/fee-reminder.messages.ts';
export * from '../modules/school/many-messages/many-message.messages.ts';
export * from '../modules/school/newsletter/newsletter.messages.ts';
export * from '../modules/school/registrations/registration.messages.ts';
