import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { root } from '../scripts/checkout.mjs';

/** Kind of the message that the guide adds. */
export const GUIDE_MESSAGE_KIND = 'documents-to-bring';
const SCHOOL_NAME = 'Gayaza High School';

export function describeFieldGuideTests(guide) {
  const registrationFormFields = {
    firstName: 'Ann',
    lastName: 'Example',
    email: 'ann@example.org',
    phone: '0700 000 000',
    consent: 'true',
  };
  const sendRegistration = (given) => guide.product.register({ ...registrationFormFields, ...given });

  test('the form asks for it, and shows it again when it is refused', async () => {
    const refusedAnswer = await sendRegistration({ school: 'x'.repeat(201) });
    expect(refusedAnswer.status).toBe(400);
    expect(await refusedAnswer.text()).toContain('At most 200 characters');
    // Only a program makes the form appear
    const html = await (await guide.product.visit('/registration')).text();
    expect(html).toMatch(/<label[^>]*>Last School/);
    expect(html).toMatch(/<input[^>]* name="school"/);
  });

  test('the form without scripts stores it, and the office reads it over REST and in the CSV file', async () => {
    const registrationAnswer = await sendRegistration({ school: SCHOOL_NAME });
    expect(registrationAnswer.url).toMatch(/\/registration-success$/);

    const { data } = await guide.product.rest('GET', '/registrations');
    expect(data).toContainEqual(
      expect.objectContaining({ email: registrationFormFields.email, school: SCHOOL_NAME, sponsorEmail: '' }),
    );
    const { view } = await guide.product.query('registrations.get', { id: data[0].id });
    expect(view.school).toBe(SCHOOL_NAME);

    const exportedColumns = ['email', 'school'];
    const { path, ticket } = await guide.product.mutate('registrations.exportTicket', {
      columns: exportedColumns,
    });
    const csv = await (await guide.product.post(path, { ticket })).text();
    expect(csv).toContain(`Email,Last School\r\n${registrationFormFields.email},${SCHOOL_NAME}\r\n`);
  });
}

export function describeMessageGuideTests(guide) {
  const phone = '0700 000 001';
  const sendRegistration = async (firstName, fields = {}) => {
    const applicantFields = { firstName, lastName: 'Example', phone, consent: 'true' };
    const sentFormAnswer = await guide.product.register({ ...applicantFields, ...fields });
    expect(sentFormAnswer.url).toMatch(/\/registration-success$/);
    const registrationsAnswer = await guide.product.rest('GET', '/registrations');
    return registrationsAnswer.data.find((one) => one.firstName === firstName).reference;
  };
  const findSettledGuideMessages = async (reference) => {
    const listRegistrationMessages = () => guide.product.query('messagesOut.about', { reference });
    await vi.waitFor(
      async () =>
        expect((await listRegistrationMessages()).map(({ state }) => state)).not.toContain('waiting'),
      60_000,
    );
    return (await listRegistrationMessages()).filter(({ kind }) => kind === GUIDE_MESSAGE_KIND);
  };

  test('the office writes its SMS, and finds in the application what was sent', async () => {
    const { view, tag } = await guide.product.query('site.get');
    const { messages } = view;
    expect(messages.sms.documents).toContain('bring copies of your certificates');
    const smsTexts = { ...messages.sms, documents: 'Bring your papers for {reference}.' };
    const siteChanges = { messages: { ...messages, smsTo: 'always', sms: smsTexts } };
    await guide.product.mutate('site.update', { changes: siteChanges, ifMatch: tag });

    const sentGuideMessages = await findSettledGuideMessages(
      await sendRegistration('Abbo', { email: 'abbo@example.org' }),
    );
    expect(sentGuideMessages.map(({ channel, state }) => [channel, state]).sort()).toEqual([
      ['email', 'sent'],
      ['sms', 'sent'],
    ]);
  });

  test('a number that anybody can type gets no more of it than three SMS a day', async () => {
    // Each registration also has an SMS that confirms it
    await findSettledGuideMessages(await sendRegistration('Bo'));
    const messagesBeyondLimit = await findSettledGuideMessages(await sendRegistration('Cy'));
    expect(messagesBeyondLimit).toMatchObject([
      { channel: 'sms', state: 'failed', error: 'Not sent: limit' },
    ]);
  });
}

export function describeResourceGuideTests(guide) {
  const readPage = async (path) => {
    const response = await guide.product.visit(path);
    return { status: response.status, html: await response.text() };
  };
  const makeTrip = async (fields = {}) => {
    const { data } = await guide.product.rest('POST', '/trips', {
      title: 'A week in Jinja',
      destination: 'Jinja',
      startsOn: '2030-08-10',
      description: 'We visit two workshops.',
      imageUrl: '/images/share.jpg',
      ...fields,
    });
    return data;
  };

  test('shows an item to visitors: in both lists, on its page and in the sitemap', async () => {
    const { id } = await makeTrip({ title: 'To the source of the Nile' });
    const { data } = await guide.product.rest('GET', '/trips');
    expect(data).toContainEqual(expect.objectContaining({ id, destination: 'Jinja', programUrl: null }));
    const tripSummariesAnswer = await guide.product.rest('GET', '/trips/summaries');
    expect(tripSummariesAnswer.data).toContainEqual(
      expect.objectContaining({ id, excerpt: 'We visit two workshops.' }),
    );

    for (const path of ['/trips', `/trips/${id}`]) {
      const { status, html } = await readPage(path);
      expect(status).toBe(200);
      expect(html).toContain('To the source of the Nile');
    }
    const { html: sitemap } = await readPage('/sitemap.xml');
    expect(sitemap).toContain(`<loc>${await guide.product.address}/trips</loc>`);
    expect(sitemap).toContain(`<loc>${await guide.product.address}/trips/${id}</loc>`);
  });

  test('shows a draft only to the office and with its preview link', async () => {
    const { id } = await makeTrip({ title: 'A secret trip', status: 'draft' });
    expect((await guide.product.visit(`/api/v1/trips/${id}`)).status).toBe(404);
    expect(await readPage(`/trips/${id}`)).toMatchObject({
      status: 404,
      html: expect.stringContaining('Trip not found'),
    });
    expect((await readPage('/trips')).html).not.toContain('A secret trip');
    const { items } = await guide.product.query('trips.list', { q: 'secret' });
    expect(items).toEqual([expect.objectContaining({ id, status: 'draft' })]);

    const tripPreviewPage = await readPage(await guide.product.query('trips.preview', { id }));
    expect(tripPreviewPage.html).toContain('A secret trip');
  });

  test('keeps versions', async () => {
    const { id } = await makeTrip();
    await guide.product.mutate('trips.update', { id, changes: { title: 'Two weeks in Jinja' } });
    expect(await guide.product.query('trips.versions.list', { id })).toHaveLength(2);
    expect(await guide.product.query('trips.versions.get', { id, number: 1 })).toMatchObject({
      title: 'A week in Jinja',
    });
  });

  test('moves a deleted item to the trash and restores it', async () => {
    const { id } = await makeTrip({ title: 'To the coast' });
    await guide.product.mutate('trips.remove', { id });
    expect((await readPage(`/trips/${id}`)).status).toBe(404);
    const { items } = await guide.product.query('trash.list', { category: 'trip' });
    expect(items).toEqual([expect.objectContaining({ kind: 'trip', id, title: 'To the coast' })]);

    await guide.product.mutate('trash.restore', { kind: 'trip', id });
    expect((await readPage(`/trips/${id}`)).html).toContain('To the coast');
  });

  test('counts an image that it shows as used', async () => {
    const uploadedImage = await guide.product.upload(readFileSync(join(root, 'apps/e2e/picture.jpg')));
    const { id, imageUrl } = await makeTrip({ imageUrl: uploadedImage.secure_url, title: 'With an image' });
    const { items } = await guide.product.query('uploads.list');
    expect(items).toEqual([
      expect.objectContaining({
        url: imageUrl,
        uses: [expect.objectContaining({ type: 'trip', id, title: 'With an image' })],
      }),
    ]);
    await expect(guide.product.mutate('uploads.remove', { id: items[0].id })).rejects.toThrow('CONFLICT');
  });

  test('keeps the document of an item, and lists items in the order of the office', async () => {
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
    const uploadedDocument = await guide.product.upload(pdf, { kind: 'raw', name: 'program.pdf' });
    const laterTrip = await makeTrip({
      title: 'To Fort Portal',
      position: 2,
      programUrl: uploadedDocument.secure_url,
    });
    const soonerTrip = await makeTrip({ title: 'To Mbarara', position: 1 });
    expect((await readPage(`/trips/${laterTrip.id}`)).html).toContain(`href="${laterTrip.programUrl}"`);
    const { data } = await guide.product.rest('GET', '/trips');
    const ids = data.map(({ id }) => id);
    expect(ids.indexOf(soonerTrip.id)).toBeLessThan(ids.indexOf(laterTrip.id));
    const { items } = await guide.product.query('uploads.list');
    expect(items.find(({ url }) => url === laterTrip.programUrl)?.uses).toEqual([
      expect.objectContaining({ type: 'trip', id: laterTrip.id }),
    ]);
  });

  test('answers the call below a program', async () => {
    const { id: programId } = await guide.product.makeProgram();
    const { data: intake } = await guide.product.rest('POST', '/intakes', {
      programId,
      startsOn: '2030-02-01',
    });
    const { data } = await guide.product.rest('GET', `/programs/${programId}/intakes`);
    expect(data).toMatchObject([{ id: intake.id, startsOn: '2030-02-01' }]);
  });

  test('counts on the dashboard what it warns of', async () => {
    await makeTrip({ programUrl: null });
    const { contentWarnings } = await guide.product.query('stats.attention');
    expect(contentWarnings).toEqual([
      expect.objectContaining({ entityType: 'trip', many: 'study trips have no program' }),
    ]);
  });

  test('has the new field of a facility on its page', async () => {
    const { data } = await guide.product.rest('POST', '/facilities', {
      name: 'Salon',
      description: 'Twelve chairs.',
      imageUrl: '/images/share.jpg',
      features: ['Mirrors'],
      equipment: ['Dryers'],
      place: 'Block B, ground floor',
    });
    expect((await readPage(`/facilities/${data.id}`)).html).toContain('Block B, ground floor');
  });

  test('answers the new call, at once after a change', async () => {
    expect(await guide.product.rest('GET', '/waiting')).toEqual({ data: [] });
    const fields = { email: 'ann@example.org', phone: '0700 000 000', consent: 'true' };
    await guide.product.register({ firstName: 'Ann', lastName: 'Example', ...fields });
    const { data } = await guide.product.rest('GET', '/registrations');
    await guide.product.rest('PUT', `/registrations/${data[0].id}`, { status: 'waiting' });
    expect(await guide.product.rest('GET', '/waiting')).toEqual({
      data: [{ program: 'Tailoring', people: 1 }],
    });
  });

  test('has the report and its file', async () => {
    const { data } = await guide.product.rest('GET', '/registrations');
    const paymentInput = { parts: [{ registrationId: data[0].id, amount: 20_000 }], amount: 20_000 };
    const today = new Date().toISOString().slice(0, 10);
    await guide.product.mutate('fees.record', { ...paymentInput, method: 'cash', receivedOn: today });
    const yearRange = { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
    expect(await guide.product.query('fees.methods', yearRange)).toEqual([
      { method: 'cash', amount: 20_000, count: 1 },
    ]);
    const { path, ticket } = await guide.product.mutate('fees.methodsTicket', yearRange);
    const csv = await (await guide.product.post(path, { ticket })).text();
    expect(csv).toContain('Method,Amount,Movements\r\nCash,20000,1');
  });

  test('records its changes in the activity log', async () => {
    const { id } = await makeTrip();
    await guide.product.mutate('trips.remove', { id });
    const { items } = await guide.product.query('activity.list', { entityType: 'trip' });
    const changes = items.filter(({ entityId }) => entityId === id).map(({ type }) => type);
    expect(changes).toEqual(['delete', 'create']);
  });
}
