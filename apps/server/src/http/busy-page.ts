import { createHash } from 'node:crypto';

const style = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fbf7ef;color:#1d1b16;font:1.125rem/1.6 system-ui,sans-serif}
main{max-width:34rem;padding:2rem}
h1{margin:0 0 .5rem;font-size:2rem;line-height:1.2}
a{display:inline-flex;align-items:center;min-height:44px;margin-right:1.5rem;color:#0f5a43;font-weight:600}`;

/** Shown in place of a page while the process refuses work. It needs no other file. */
export const busyPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The site is very busy</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>The site is very busy</h1>
<p>Many people are here at this moment. Please try again in a few seconds. If you have just sent a form, go back: what you wrote should still be there.</p>
<p><a href="">Try again</a><a href="/">Home</a></p>
</main>
</body>
</html>
`;

export const busyPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;
