import { createHash } from 'node:crypto';

const scriptTag = /^<script(?=[\s>])(?!.*\ssrc=)(?!.*\stype="(?!module|text\/javascript))/s;

/**
 * The renderer gives its scripts a nonce that no content can know, so scripts within content are left out. A
 * cached page cannot have a nonce, so the policy gets hashes and the page loses its nonces.
 */
export function ownScripts(rendered: string, nonce: string): { html: string; hashes: string[] } {
  const parts = rendered
    .replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .split(` nonce="${nonce}"`);
  const hashes = parts.slice(1).flatMap((after, place) => {
    const before = parts[place] ?? '';
    const [tagEnd, end] = [after.indexOf('>') + 1, after.indexOf('</script>')];
    const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, tagEnd);
    if (end < tagEnd || !scriptTag.test(tag)) return [];
    return `'sha256-${createHash('sha256').update(after.slice(tagEnd, end)).digest('base64')}'`;
  });
  return { html: parts.join(''), hashes };
}
