import { createHash } from 'node:crypto';

const inlineScript = /<script(?=[\s>])([^>]*)>([\s\S]*?)<\/script>/g;
const isFile = /\ssrc=/;
const isData = /\stype="(?!module|text\/javascript)/;

/**
 * The inline scripts of a rendered page as a content policy names them. The renderer gives its scripts a nonce that no
 * content can know, so a script that came in with content is not among them. A cached page cannot have a nonce, so the
 * policy has hashes and the page loses its nonces.
 */
export function ownScripts(rendered: string, nonce: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = Array.from(rendered.matchAll(inlineScript))
    .filter(([, attributes = '']) => attributes.includes(attribute))
    .filter(([, attributes = '']) => !isFile.test(attributes) && !isData.test(attributes))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  const html = rendered
    .replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .replaceAll(attribute, '');
  return { html, hashes };
}
