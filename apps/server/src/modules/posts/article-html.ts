import sanitize from 'sanitize-html';

const videoHosts = ['www.youtube-nocookie.com', 'www.youtube.com'];

/** What an article may hold. Everything else is dropped, its text kept. */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'img', 'figure', 'figcaption', 'iframe'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    iframe: ['src', 'title', 'width', 'height', 'allowfullscreen', 'loading', 'referrerpolicy'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'], iframe: ['https'] },
  allowedIframeHostnames: videoHosts,
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer' }),
    img: sanitize.simpleTransform('img', { loading: 'lazy' }),
    iframe: sanitize.simpleTransform('iframe', {
      loading: 'lazy',
      referrerpolicy: 'strict-origin-when-cross-origin',
    }),
  },
  // a frame of a foreign host loses its address and would stay as an empty box
  exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && !attribs.src,
};

/** An article's HTML without anything that could run or deceive. */
export const articleHtml = (html: string): string => sanitize(html, allowed).trim();
