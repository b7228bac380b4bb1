import type { Site, SiteSettings } from '@institute/contract';
import { type Colors, chooseTextColourOn, darkenForPaper } from '@institute/contract/look';
import type { EntityManager } from '@mikro-orm/postgresql';

export interface EmailContext {
  em: EntityManager;
  site: SiteSettings;
  publicUrl: string;
  linkToken: (id: string) => string;
}

export type WriteEmailOfKind = (kind: string, data: object, context: EmailContext) => Promise<Email>;

export interface Email {
  subject: string;
  heading: string;
  paragraphs: string[];
  facts?: [label: string, value: string][];
  post?: {
    title?: string | undefined;
    excerpt: string;
    image?: { url: string; alt: string } | undefined;
  };
  /** A text that a visitor wrote, shown as a quotation. */
  quote?: string;
  action?: { label: string; url: string };
  ending?: string;
  /** A second link, after `ending`. The plain text shows its address instead of its label. */
  endingLink?: { label: string; url: string };
  replyTo?: { name: string; address: string };
  unsubscribeUrl?: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
}

/** Most characters in a line. Mail servers may change longer lines (RFC 5322 asks for at most 78). */
const MAX_LINE_LETTERS = 72;

export function writePlainText(email: Email, sender: string): string {
  const { heading, paragraphs, facts = [], post, quote, action, ending, endingLink } = email;
  const textParts = [
    heading,
    ...paragraphs.map(wrapText),
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    post?.title && wrapParagraph(post.title),
    post && wrapParagraph(post.excerpt),
    quote && wrapText(quote),
    action && `${action.label}:\n${action.url}`,
    ending && wrapParagraph([ending, endingLink?.url].filter(Boolean).join(' ')),
    sender && `-- \n${sender}`,
  ];
  return `${textParts.filter(Boolean).join('\n\n')}\n`;
}

const wrapText = (text: string) => text.split('\n').map(wrapParagraph).join('\n');

function wrapParagraph(paragraph: string): string {
  const wrappedLines: string[] = [];
  let currentLine = '';
  for (const word of paragraph.split(' ')) {
    if (currentLine && currentLine.length + word.length >= MAX_LINE_LETTERS) {
      wrappedLines.push(currentLine);
      currentLine = word;
    } else currentLine = currentLine ? `${currentLine} ${word}` : word;
  }
  return [...wrappedLines, currentLine].join('\n');
}

const htmlEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => htmlEscapes[sign] ?? '');
const toHtmlLines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>\n');

const emailBodyStyle =
  'margin:0;padding:24px 12px;background:#fbf7ef;color:#1d1b16;font:16px/1.5 Figtree,Arial,sans-serif';
const cardStyle =
  'max-width:560px;margin:0 auto;padding:28px;background:#fff;border:1px solid #e3d9c6;border-radius:18px';
const makeButtonStyle = ({ main }: Colors) =>
  `display:inline-block;padding:12px 20px;background:${main};color:${chooseTextColourOn(main)};border-radius:12px;font-weight:600;text-decoration:none`;
const quoteStyle = ({ accent }: Colors) =>
  `margin:16px 0;padding:12px 16px;background:#fbf7ef;border-left:4px solid ${accent}`;
const fullWidthStyle = 'display:block;width:100%;height:auto;margin:0 0 16px;border:0;border-radius:12px';
const mutedStyle = 'color:#5f5a50;font-size:14px';
const makeLinkStyle = ({ main }: Colors) => `color:${darkenForPaper(main)};text-decoration:underline`;

/** Name of the institute for sentences, which need a word even when no name was entered. */
export const readInstituteName = ({ institute }: Pick<Site, 'institute'>) =>
  institute.name || 'the institute';

/** The institute as it appears in its emails. */
export type EmailSender = Pick<Site['institute'], 'name' | 'logo' | 'colors'> & { publicUrl: string };

export function writeEmailHtml(email: Email, { name, logo, colors, publicUrl }: EmailSender): string {
  const { heading, paragraphs, facts = [], post, quote, action, ending, endingLink } = email;
  const factRows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;${mutedStyle}">${escapeHtml(label)}</td>\n<td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  );
  return [
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(email.subject)}</title></head>`,
    `<body style="${emailBodyStyle}"><div style="${cardStyle}">`,
    // The icon has a background of its own, so that every logo is visible
    ...(logo ? [`<img src="${publicUrl}/icons/icon-192.png" alt="" width="56" height="56">`] : []),
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => `<p>${toHtmlLines(text)}</p>`),
    ...(factRows.length > 0
      ? ['<table role="presentation" style="margin:16px 0">', ...factRows, '</table>']
      : []),
    ...(post ? writePostSection(post) : []),
    ...(quote ? [`<blockquote style="${quoteStyle(colors)}">${toHtmlLines(quote)}</blockquote>`] : []),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}"`,
          `style="${makeButtonStyle(colors)}">${escapeHtml(action.label)}</a></p>`,
        ]
      : []),
    ...(ending
      ? [`<p style="${mutedStyle}">${toHtmlLines(ending)}`, ...writeLinkLines(endingLink, colors), '</p>']
      : []),
    ...(name ? [`<p style="margin:24px 0 0;${mutedStyle}">${escapeHtml(name)}</p>`] : []),
    '</div></body></html>\n',
  ].join('\n');
}

const writeLinkLines = (link: Email['endingLink'], colors: Colors) =>
  link
    ? [`<a href="${escapeHtml(link.url)}" style="${makeLinkStyle(colors)}">${escapeHtml(link.label)}</a>`]
    : [];

function writePostSection({ title, excerpt, image }: NonNullable<Email['post']>): string[] {
  return [
    ...(image
      ? [
          `<img src="${escapeHtml(image.url)}" alt="${escapeHtml(image.alt)}" width="504"`,
          `style="${fullWidthStyle}">`,
        ]
      : []),
    ...(title
      ? [`<h2 style="margin:16px 0 8px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h2>`]
      : []),
    `<p>${toHtmlLines(excerpt)}</p>`,
  ];
}
