import { formatNumber } from '@institute/contract/money';
import { sandboxPath } from './payments.ts';

/** The page has no script and posts only to this site. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const outcomes = [
  ['pay', 'Pay'],
  ['fail', 'Fail'],
  ['later', 'Pay later'],
] as const;

const style = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fbf7ef;color:#1d1b16;font:1.125rem/1.6 system-ui,sans-serif}
main{max-width:30rem;padding:2rem}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2}
button,a{display:inline-flex;align-items:center;justify-content:center;box-sizing:border-box;width:100%;min-height:48px;margin-top:.75rem;border:1px solid #1f5c3d;border-radius:10px;background:#fff;color:#1f5c3d;font:inherit;font-weight:600}
button[value=pay]{background:#1f5c3d;color:#fff}`;

export const sandboxPage = (given: {
  tx_ref: string;
  amount: number;
  currency: string;
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Test payment</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Test payment of ${given.currency} ${formatNumber(given.amount)}</h1>
<p>Test mode: no money moves</p>
<form method="post" action="${sandboxPath}/pay">
${Object.entries(given)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  .join('\n')}
${outcomes.map(([value, label]) => `<button name="outcome" value="${value}">${label}</button>`).join('\n')}
</form>
<a href="/donations/${given.tx_ref}">Close</a>
</main>
</body>
</html>`;
