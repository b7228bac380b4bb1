import { demoSite } from '../../modules/platform/site/site-defaults.service.ts';
import { everyContent, samples } from '../app/content-samples.ts';
import { donation, message, registration } from '../app/sample-bodies.ts';
import { officeEmail, testPassword } from '../app/test-app.ts';
import type { Call, Input } from './every-call.ts';

const id = 1;
const email = 'ann@example.org';
const credentials = { email: officeEmail, password: testPassword };
const newPassword = { password: 'another long phrase', confirmPassword: 'another long phrase' };
const token = 't'.repeat(32);
const makeRows = (version: number, status: string) => ({ rows: [{ id: 2, version, status }] });
const program = [{ id: 2, kind: 'program' }];

const statement = 'Date,Transaction ID,Amount,Reason\n2026-01-02,MP1,5000,Fees 13\n';
const toMany = { registrations: [1], channels: ['sms'], text: 'Class starts at ten' };
const january = { from: '2026-01-01', to: '2026-01-31' };
const kit = { registrations: [1], label: 'Kit' };
const people = 'Name,Phone,Program\nAnn Example,0772 123 456,Tailoring\n';

/** Input of each call in addition to an `id` of 1. */
const inputs: Record<string, object> = {
  'registrations.create': { ...registration, programId: 2 },
  'registrations.update': { note: 'Called' },
  'registrations.previewStatuses': makeRows(1, 'reviewing'),
  'registrations.changeStatuses': makeRows(1, 'reviewing'),
  'registrations.undoStatuses': makeRows(2, 'new'),
  'registrations.removeMany': makeRows(3, 'new'),
  'registrations.restoreMany': makeRows(4, 'new'),
  'registrations.enter': { ...registration, programId: 2, agreedOnPaper: true },
  'registrations.correct': { id: 1, fields: { lastName: 'Other' } },
  'registrations.sendSms': { id: 3, text: 'Come at nine' },
  'registrations.planMessage': toMany,
  'registrations.sendMessage': { ...toMany, key: 'a-dialog' },
  'registrations.remove': { id: 3 },
  'contact.send': message,
  'contact.mark': { id, isRead: true },
  'contact.answer': { id, text: 'Come at nine' },
  'newsletter.subscribe': { email },
  'newsletter.unsubscribe': { token },
  'newsletter.confirm': { token },
  'newsletter.campaigns.create': { subject: 'News', body: 'Text' },
  'newsletter.campaigns.update': { id, changes: { subject: 'Other news' } },
  'session.login': credentials,
  'session.signup': { email: 'new@example.org', ...newPassword },
  'donations.create': donation,
  'donations.record': { ...donation, method: 'cash', receivedOn: null },
  'donations.markReceived': { id, method: 'cash', receivedOn: null },
  'donations.cancel': { id, reason: 'Paid twice' },
  'donations.correct': { ...donation, id, method: 'cheque', receivedOn: null, reason: 'Mistyped' },
  'documents.list': { id },
  'documents.counts': { ids: [id] },
  'documents.page': { id: '00000000-0000-4000-8000-000000000000' },
  'documents.decide': { id, ask: 'id-card', version: 1, verdict: 'accepted' },
  'documents.undo': { id, ask: 'id-card', version: 2 },
  'documents.seen': { id, ask: 'id-card', isSeen: true },
  'documents.addPage': { id, ask: 'id-card', bytes: '' },
  'documents.askAgain': { ids: [id] },
  'documents.undoAskAgain': { messages: [id] },
  'documents.exportTicket': { programId: 2 },
  'documents.createTicket': { reference: 'REG-2026-000001', phone: '0700 000 000' },
  'documents.answer': { answer: 'Yes' },
  'gallery.createMany': { items: [samples.gallery.required] },
  'certificates.candidates': { ids: [1] },
  'certificates.pdfTicket': { ids: [1] },
  'certificates.preview': { registrations: [{ id }] },
  'certificates.issue': { registrations: [{ id }] },
  'certificates.correct': { id, holder: 'Ann Example', reason: 'A mistake' },
  'certificates.withdraw': { id, reason: 'A mistake' },
  'fees.account': { id: 1, registrationId: 1 },
  'fees.statement': { reference: 'REG-2026-000001', phone: '0700 000 000' },
  'fees.pay': { reference: 'REG-2026-000001', phone: '0700 000 000', amount: 500 },
  'fees.charge': { registrationId: 1, kind: 'extra', label: 'Kit', amount: 50_000, dueOn: '2027-02-01' },
  'fees.decideLeaver': { registrationId: 1, reverses: true },
  'fees.reverse': { chargeId: 1, reason: 'A mistake' },
  'fees.record': {
    parts: [{ registrationId: 1, amount: 20_000 }],
    amount: 20_000,
    method: 'cash',
    receivedOn: '2026-01-02',
  },
  'fees.counter': { movementId: 1, reason: 'A mistake' },
  'fees.assign': { movementId: 1, parts: [{ registrationId: 1, amount: 500 }] },
  'fees.move': { partId: 1, toRegistrationId: 2, reason: 'A brother' },
  'fees.unassign': { partId: 1, reason: 'Not hers' },
  'fees.receipt': { partId: 1 },
  'fees.plan': { text: statement },
  'fees.import': { text: statement, hash: '0'.repeat(64), likely: [] },
  'fees.confirmImport': { id: 1 },
  'fees.confirmWaiting': { ids: [1] },
  'fees.leaveOutWaiting': { ids: [1] },
  'fees.planPeople': { text: people },
  'fees.importPeople': { text: people, hash: '0'.repeat(64) },
  'fees.close': { day: '2026-01-02', counted: 0 },
  'fees.deposit': { amount: 500, bankedOn: '2026-01-02', bank: 'Stanbic' },
  'fees.closings': january,
  'fees.takings': january,
  'fees.takingsTicket': january,
  'fees.control': { month: '2026-01' },
  'fees.people': { q: 'ann' },
  'fees.sum': { registrations: [1] },
  'intakes.planMoveDues': { intakeId: id, startsOn: '2027-02-01' },
  'fees.planChargeMany': { ...kit, amount: 50_000 },
  'fees.chargeMany': { ...kit, amount: 50_000, dueOn: '2027-02-01' },
  'fees.planReverseMany': kit,
  'fees.reverseMany': { ...kit, reason: 'A mistake' },
  'fees.planFile': { name: 'january.csv', base64: Buffer.from(statement).toString('base64') },
  'fees.setPrice': { programId: 2, price: 1000 },
  'fees.refund': { registrationId: 1, amount: 500, method: 'cash', reason: 'Left' },
  'messagesOut.about': { reference: 'REG-2026-000001' },
  'finder.find': { q: 'ann' },
  'stats.dismissFirstSteps': { isDismissed: true },
  'imports.items': { id, kind: 'post', category: null },
  'imports.commit': { id, hash: '0'.repeat(64) },
  'trash.restore': { id, kind: 'program' },
  'trash.purge': { id, kind: 'alumni' },
  'trash.removeMany': { items: program },
  'trash.restoreMany': { items: program },
  'accounts.invite': { email: 'invited@example.org' },
  'accounts.withdraw': { id: '00000000-0000-0000-0000-000000000000' },
  'accounts.setActive': { id: 2, isActive: true },
  'accounts.endSessions': { id: 2 },
  'accounts.setRole': { id: 2, role: 'bursar' },
  'accounts.setRights': { id: 2, rights: ['fees'] },
  'accounts.demandSecondFactor': { isDemanded: false },
  'apiKeys.create': { name: 'Timetable', scopes: ['content:read'] },
  'redirects.create': { from: '/old', to: '/programs' },
  'webhooks.create': { url: 'https://example.org/hook', events: ['content.changed'] },
  'webhooks.replay': { deliveryId: id },
  'account.confirmPassword': { currentPassword: testPassword },
  'account.changePassword': { currentPassword: testPassword, ...newPassword },
  'account.endSessions': { includingThis: false },
  'secondFactor.finish': { code: '000000' },
  'auth.requestReset': { email: officeEmail },
  'auth.resetLink': { token },
  'auth.resetPassword': { token, ...newPassword },
  'auth.signInByLink': { token },
  'auth.invitation': { token },
  'auth.acceptInvitation': { token, ...newPassword },
  'privacy.find': { person: email },
  'privacy.exportTicket': { person: email },
  'privacy.erase': { person: email, confirm: email },
  'site.legalVersion': { version: '1' },
  'site.markRead': { part: 'terms' },
};
for (const { resource, full } of everyContent) {
  inputs[`${resource}.create`] = full;
  inputs[`${resource}.remove`] = { id: 2 };
  inputs[`${resource}.versions.get`] = { id, number: 1 };
  inputs[`${resource}.versions.restore`] = { id, number: 1 };
}
const changes = new Map<string, object>([
  ...everyContent.map(({ resource, full }) => [`${resource}.update`, full] as const),
  ['site.update', { institute: demoSite.institute }],
]);

/** An input with which the call does what it is for. */
export function callInputs({ name, input, isAdmin, method }: Call): Input {
  const changed = changes.get(name);
  const value = changed ? (isAdmin ? { id, changes: changed } : changed) : inputs[name];
  if (isAdmin) return { [method === 'GET' ? 'query' : 'body']: value ?? { id } };
  return {
    params: { id, txRef: 'unknown', code: '7KQ2M9XHT4WZB6RN3DVF8PJCEY' },
    ...(input.body && { body: value ?? {} }),
  };
}
