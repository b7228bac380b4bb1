import { offlinePolicy, retryScript } from './retry-script.ts';

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>You are offline</title>
<style>
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fbf7ef;color:#1d1b16;font:1.125rem/1.6 system-ui,sans-serif}
main{max-width:34rem;padding:2rem}
h1{margin:0 0 .5rem;font-size:2rem;line-height:1.2}
a{display:inline-flex;align-items:center;min-height:44px;margin-right:1.5rem;color:inherit;font-weight:600}
</style>
</head>
<body>
<main>
<h1>You are offline</h1>
<p>This page has not been opened on this device before, so it cannot be shown without a connection. Pages that you have visited can still be read.</p>
<p><a href="">Try again</a><a href="/">Home</a></p>
<p id="retry"></p>
</main>
<script>
${retryScript}
addEventListener('popstate',()=>location.reload())
</script>
</body>
</html>`;

export const offlinePage = () =>
  new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': offlinePolicy,
    },
  });
