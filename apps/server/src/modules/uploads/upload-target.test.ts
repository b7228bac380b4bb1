import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { uploadTarget } from './upload-target.ts';

test('the admin area uploads images to this server, with the bearer', async () => {
  const t = await testApp();
  expect(await t.office.admin.uploads.target.query()).toEqual({
    url: '/uploads/site/image/upload',
    preset: '',
    isOurs: true,
  });
  await t.close();
});

test('a configured provider receives the images instead', () => {
  const uploadUrl = 'https://api.provider.example/v1_1/institute/image/upload';
  expect(uploadTarget({ uploadUrl, uploadPreset: 'site' })).toEqual({
    url: uploadUrl,
    preset: 'site',
    isOurs: false,
  });
});
