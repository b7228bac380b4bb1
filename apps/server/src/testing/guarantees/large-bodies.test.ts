import { describe, expect, test } from 'vitest';
import { bodyPaths, listLargeBodies } from '../app/large-bodies.ts';
import { useTestApp } from '../app/test-app.ts';

const t = await useTestApp();
const { token } = await t.signIn();

describe.each(bodyPaths)('POST %s', (url) => {
  test.each(listLargeBodies())('refuses %s', async (_, payload, headers = {}) => {
    const { statusCode, body } = await t.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    });
    expect(statusCode, body.slice(0, 200)).toBeGreaterThanOrEqual(400);
    expect(statusCode, body.slice(0, 200)).toBeLessThan(500);
  });
});
