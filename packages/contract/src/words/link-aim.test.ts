import { expect, test } from 'vitest';
import { readLinkAim } from './link-aim.ts';

const aim = 'https://school.example/fees?term=2&a=b#how';
const encoded = encodeURIComponent(aim);

test.each([
  [
    'Outlook',
    `https://eur02.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C02%7Canna%40school.example&reserved=0`,
  ],
  [
    'Teams',
    `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=${encoded}`,
  ],
  ['Google', `https://www.google.com/url?sa=t&q=${encoded}&usg=x`],
  ['Google in Uganda', `https://www.google.co.ug/url?url=${encoded}`],
  ['Facebook', `https://l.facebook.com/l.php?u=${encoded}&h=AT0`],
  ['Facebook on a phone', `https://lm.facebook.com/l.php?u=${encoded}`],
  ['Instagram', `https://l.instagram.com/?u=${encoded}`],
  ['WhatsApp', `https://l.wl.co/l?u=${encoded}`],
  ['Proofpoint', `https://urldefense.proofpoint.com/v1/url?u=${encoded}&k=x`],
  [
    'Proofpoint, second form',
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__school.example_fees-3Fterm-3D2-26a-3Db-23how&d=DwMF',
  ],
  ['Proofpoint, third form', `https://urldefense.com/v3/__${aim}__;!!Abc!xyz$`],
  [
    'Proofpoint, third form with signs',
    'https://urldefense.com/v3/__https:/school.example/fees?term=2*a=b*how__;JiM!!Abc!xyz$',
  ],
  // The signs are "?term=2&a", seven and two of them in rows
  [
    'Proofpoint, third form with rows of signs',
    'https://urldefense.us/v3/__https://school.example/fees**F**A=b*how__;P3Rlcm09MiZhIw!!A!x$',
  ],
  ['Barracuda', `https://linkprotect.cudasvc.com/url?a=${encoded}&c=E`],
  ['Bing', `https://www.bing.com/ck/a?!&&p=1&u=a1${btoa(aim).replaceAll('=', '')}&ntb=1`],
  ['DuckDuckGo', `https://duckduckgo.com/l/?uddg=${encoded}`],
  ['Yahoo', `https://r.search.yahoo.com/_ylt=A/RV=2/RU=${encoded}/RK=2/RS=x`],
  ['YouTube', `https://www.youtube.com/redirect?event=x&q=${encoded}`],
  ['LinkedIn', `https://www.linkedin.com/safety/go?url=${encoded}`],
  [
    'Outlook around Google',
    `https://eur02.safelinks.protection.outlook.com/?url=${encodeURIComponent(`https://www.google.com/url?q=${encoded}`)}`,
  ],
])('a link through %s leads to its aim', (_, href) => {
  expect(readLinkAim(href)).toBe(aim);
});

test.each([
  aim,
  '/news/3',
  'mailto:office@school.example',
  'tel:+256700000000',
  '',
  'https://www.google.com/search?q=https://school.example',
  'https://www.google.com/url?q=javascript:alert(1)',
  'https://eur02.safelinks.protection.outlook.com/?url=nonsense',
  'https://safelinks.protection.outlook.com.evil.example/?url=https://school.example',
  'https://www.facebook.com/share?u=https://school.example',
  'https://urldefense.com/v3/__nonsense',
])('the link %j stays', (href) => expect(readLinkAim(href)).toBe(href));

test.each(['#_ftn1', '#', ' #heading=h.1', 'file:///C:/Users/anna/fees.docx#_Toc1'])(
  'the link %j within a document leads nowhere',
  (href) => expect(readLinkAim(href)).toBeUndefined(),
);
