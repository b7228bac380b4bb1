import { expect, test } from 'vitest';
import { startWebhookReceiver } from '../../../testing/stand-ins/webhook-receiver.ts';
import { postJson } from './post.ts';
import {
  checkTargetName,
  checkTargetUrl,
  isPublicAddress,
  makePublicLookup,
} from './public-target.service.ts';

const publicAddresses = [
  '8.8.8.8',
  '1.1.1.1',
  '196.43.133.1',
  '2a00:1450:4001:81b::200e',
  '2001:4860:4860::8888',
];

const privateAddresses = {
  'this machine': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '::1', '::'],
  'a private network': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'the local link': ['169.254.0.1', 'fe80::1', 'febf::1', 'fec0::1'],
  'the metadata of a cloud': [
    '169.254.169.254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
  ],
  'the network of a provider': ['100.64.0.1', '100.127.255.255'],
  'many at once': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  'an IPv4 address in IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  ],
  'nothing that is in use': [
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '2001:db8::1',
    '100::1',
  ],
  'no address': ['', 'localhost', '127.0.0.1.example.org', '1.2.3.4.5'],
};

test.each(publicAddresses)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(Object.entries(privateAddresses))('refuses %s', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test.each([
  ['https://hooks.example.org/x', undefined],
  ['https://hooks.example.org:8443/x', undefined],
  ['https://8.8.8.8/', undefined],
  ['http://hooks.example.org/', 'starts with https://'],
  ['https://me@hooks.example.org/', 'without user name'],
  ['https://hooks.example.org:22/', 'port'],
  ['https://hooks.example.org:80/', 'port'],
  ['https://127.0.0.1/', 'public internet'],
  ['https://2130706433/', 'public internet'],
  ['https://0x7f.1/', 'public internet'],
  ['https://[::1]/', 'public internet'],
  ['https://localhost:8443/', 'public internet'],
  ['https://a.localhost./', 'public internet'],
  ['https://redis/', 'public internet'],
  ['https://[::ffff:10.0.0.1]/', 'public internet'],
  ['https://169.254.169.254/latest/meta-data', 'public internet'],
])('%s is checked before any name is looked up', (address, refusal) => {
  const check = () => checkTargetUrl(new URL(address), { allowPrivate: false });
  if (refusal) expect(check).toThrow(refusal);
  else expect(check).not.toThrow();
});

test('with private addresses allowed, only user names are refused', () => {
  expect(() => checkTargetUrl(new URL('http://127.0.0.1:81/'), { allowPrivate: true })).not.toThrow();
  expect(() => checkTargetUrl(new URL('http://a:b@127.0.0.1/'), { allowPrivate: true })).toThrow('user name');
});

const leadingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('a name of which one address is private is refused, and one that is not found is not', async () => {
  const url = new URL('https://hooks.example.org/');
  await expect(checkTargetName(url, leadingTo('8.8.8.8', '10.0.0.1'))).rejects.toThrow('public internet');
  await expect(
    checkTargetName(url, leadingTo('8.8.8.8', '2a00:1450:4001:81b::200e')),
  ).resolves.toBeUndefined();
  await expect(checkTargetName(url, () => Promise.reject(new Error('ENOTFOUND')))).resolves.toBeUndefined();
});

test('the connection gets the checked addresses, and a name that leads elsewhere later gets none', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1'], []];
  const lookup = makePublicLookup(() => leadingTo(...(answers.shift() ?? []))());
  const ask = () =>
    new Promise((resolve, reject) => {
      lookup('hooks.example.org', { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
    });
  expect(await ask()).toEqual([{ address: '8.8.8.8', family: 4 }]);
  await expect(ask()).rejects.toThrow('public internet');
  await expect(ask()).rejects.toThrow('public internet');
});

test('a request to a name that leads to this machine opens no connection', async () => {
  const receiver = await startWebhookReceiver();
  try {
    const { port } = new URL(receiver.url);
    const outcome = await postJson(
      `https://hooks.example.org:${port}/`,
      { headers: {}, body: '{}' },
      { allowPrivate: false, resolve: leadingTo('127.0.0.1') },
    );
    expect(outcome).toEqual({ status: null, error: 'This address does not lead to the public internet' });
    expect(receiver.received).toEqual([]);
  } finally {
    await receiver.close();
  }
});
