import { expect, test } from 'vitest';
import { readRtfImages } from './rtf-images.ts';

const hex = (text: string) =>
  [...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('');
const textsOf = (rtf: string) => Promise.all(readRtfImages(rtf).map((file) => file.text()));

test('reads the images of a document in their order, with their types', async () => {
  const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0 Calibri;}}{\pard One
{\*\shppict{\pict{\*\picprop{\sp{\sn shapeType}{\sv 75}}}\picscalex100\picw120\pich80\pngblip\bliptag-1{\*\blipuid 00ff00}
${hex('first').slice(0, 4)}
${hex('first').slice(4)}}}{\nonshppict{\pict\wmetafile8 0a0b}}\par}
{\pict\jpegblip ${hex('second')}}}`;

  expect(readRtfImages(rtf).map(({ type }) => type)).toEqual(['image/png', 'image/jpeg']);
  expect(await textsOf(rtf)).toEqual(['first', 'second']);
});

test('leaves out list bullets, second copies and other kinds', async () => {
  const rtf = String.raw`{\rtf1{\*\listpicture{\pict\pngblip ${hex('bullet')}}}{\nonshppict{\pict\pngblip ${hex('copy')}}}
{\pict\emfblip 0a0b}{\pict\pngblip ${hex('kept')}} a brace \{ and \} in the text}`;

  expect(await textsOf(rtf)).toEqual(['kept']);
});

test.each(['', 'no rtf', String.raw`{\rtf1{\pict\pngblip`, String.raw`{\pict\pngblip }`])(
  'finds nothing in %j',
  (rtf) => {
    expect(readRtfImages(rtf)).toEqual([]);
  },
);
