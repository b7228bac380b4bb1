import { retryScript } from './retry-script.ts';

const workerPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // The policy lets the script ask whether the site can be reached
  'content-security-policy':
    "default-src 'none'; connect-src 'self'; img-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
};

type PageParts = { title: string; style: string; main: string; script: string; attribute?: string };

/** A page that the worker writes itself. */
export const writePage = ({ title, style, main, script, attribute = '' }: PageParts, status: number) =>
  new Response(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
body{margin:0;background:#fbf7ef;color:#1d1b16;font:1.125rem/1.6 system-ui,sans-serif}
main{padding:2rem}
h1{margin:0 0 1rem;font-size:2rem;line-height:1.2}
a{display:inline-flex;align-items:center;min-height:44px;margin-right:1.5rem;color:inherit;font-weight:600}
${style}
</style>
</head>
<body ${attribute}>
<main>
<h1>${title}</h1>
${main}
<p id="retry"></p>
</main>
<script>
${script}
${retryScript}
</script>
</body>
</html>`,
    { status, headers: workerPageHeaders },
  );

export const writeOfflinePage = () =>
  writePage(
    {
      title: 'You are offline',
      style: 'body{min-height:100vh;display:grid;place-items:center}main{max-width:34rem}',
      main: `<p>This page has not been opened on this device before, so it cannot be shown without a connection. Pages that you have visited can still be read.</p>
<p><a href="">Try again</a><a href="/">Home</a></p>`,
      script: "addEventListener('popstate',()=>location.reload())",
    },
    503,
  );
