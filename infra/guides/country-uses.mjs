import { expect, test } from 'vitest';

const KENYAN_PHONE = '0722 123 456';

/** Checks the country Kenya, which the guide has as its sample. */
export function describeCountryGuideTests(guide) {
  const readPageHtml = async (path) => (await guide.product.visit(path)).text();
  const makeProgram = async () => {
    const { data } = await guide.product.rest('POST', '/programs', {
      name: 'Welding',
      description: 'Joints and frames.',
      duration: '1 year',
      schedule: 'Mornings',
      price: 50_000,
      imageUrl: '/images/share.jpg',
    });
    return data;
  };

  test('says the words of its place, and none of Uganda', async () => {
    const { id } = await makeProgram();
    const programPage = await readPageHtml(`/programs/${id}`);
    expect(programPage).toContain('KSh 50,000');
    const privacyPage = await readPageHtml('/privacy');
    expect(privacyPage).toContain('Kenya’s Data Protection Act, 2019');
    for (const html of [programPage, privacyPage, await readPageHtml('/'), await readPageHtml('/terms')])
      expect(html).not.toMatch(/Uganda|Kampala|UGX|\+256/);
  });

  test('takes a registration over REST, and the office finds its phone in each notation', async () => {
    const { id: programId } = await makeProgram();
    const registrationBody = { programId, firstName: 'Wanjiru', lastName: 'Example', consent: true };
    await expect(
      guide.product.rest('POST', '/registrations', { ...registrationBody, phone: 'call me' }),
    ).rejects.toThrow(`Write it like ${KENYAN_PHONE}`);
    const { data } = await guide.product.rest('POST', '/registrations', {
      ...registrationBody,
      phone: KENYAN_PHONE,
    });
    for (const searchText of [KENYAN_PHONE, '+254 722 123 456', '254722123456', data.reference]) {
      const { items } = await guide.product.query('registrations.list', { q: searchText });
      expect(items.map(({ firstName }) => firstName)).toEqual(['Wanjiru']);
    }
  });
}
