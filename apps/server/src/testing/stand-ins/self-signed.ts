import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const VERSION = 0xa0;
const ecdsaWithSha256 = Buffer.from('06082a8648ce3d040302', 'hex');
const commonName = Buffer.from('0603550403', 'hex');

function encodeDer(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

export function makeSelfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = encodeDer(SEQUENCE, ecdsaWithSha256);
  const subject = encodeDer(
    SEQUENCE,
    encodeDer(SET, encodeDer(SEQUENCE, commonName, encodeDer(UTF8, Buffer.from(name)))),
  );
  const validity = ['200101000000Z', '491231000000Z'].map((time) => encodeDer(UTC_TIME, Buffer.from(time)));
  const one = encodeDer(INTEGER, Buffer.from([1]));
  const contents = encodeDer(
    SEQUENCE,
    encodeDer(VERSION, encodeDer(INTEGER, Buffer.from([2]))),
    one,
    algorithm,
    subject,
    encodeDer(SEQUENCE, ...validity),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = encodeDer(BIT_STRING, Buffer.from([0]), sign('sha256', contents, privateKey));
  const base64 = encodeDer(SEQUENCE, contents, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
