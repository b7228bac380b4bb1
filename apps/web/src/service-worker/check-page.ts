import { readFragment } from '@institute/contract/certificate-fragment';
import { formatWholeDate } from '@institute/contract/whole-date';
import { listCertificateLines } from '../api/certificate-lines.ts';
import { keysPath, type PublicKey, verifySignature } from '../api/signature.ts';
import { writePage } from './offline-page.ts';
import { certificatesPath } from './store.ts';

export const certificateCacheName = 'certificates-1';

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * A page that asks the worker to check the signature in the address's fragment, which no server sees. Texts
 * are never inserted as HTML.
 */
const checkPage = {
  title: 'Check a certificate',
  style: `main{max-width:38rem;margin:0 auto}
th,td{padding:.5rem 1rem .5rem 0;border-top:1px solid #e3d9c6;vertical-align:top;text-align:left;overflow-wrap:anywhere}
th{color:#5f5a50;font-weight:400;white-space:nowrap}
td{width:100%;font-weight:600}
[role=status]{font-weight:600}`,
  main: `<p role="status">There is no connection. Scan the QR code on the paper to check its signature.</p>
<table translate="no"></table>
<p><a href="">Try again</a></p>`,
  script: `const check=()=>{
const {hash,pathname}=location,{port1,port2}=new MessageChannel()
port1.onmessage=({data})=>{
if(!data)return
const {text,lines}=data
document.querySelector('[role=status]').textContent=text
document.querySelector('table').replaceChildren(...lines.map(([label,value])=>{
const row=document.createElement('tr'),th=document.createElement('th'),bdi=document.createElement('bdi')
th.scope='row';th.textContent=label;bdi.textContent=value
row.append(th,document.createElement('td'));row.lastChild.append(bdi)
return row}))}
navigator.serviceWorker.controller.postMessage({hash,pathname,institute:document.body.dataset.institute},[port2])}
check()
addEventListener('hashchange',check)`,
};

/**
 * Keeps an empty page and the keys, never what a certificate says. A visit that does not know the name of the
 * institute yet does not replace a page that has it.
 */
export async function cacheCheckPage(institute: string): Promise<void> {
  const publicKeys = await fetch(keysPath, { cache: 'no-cache' });
  if (!publicKeys.ok) return;
  const certificateCache = await caches.open(certificateCacheName);
  await certificateCache.put(keysPath, publicKeys);
  if (institute || !(await certificateCache.match(certificatesPath))) {
    const instituteAttribute = `data-institute="${escapeHtml(institute)}"`;
    await certificateCache.put(
      certificatesPath,
      writePage({ ...checkPage, attribute: instituteAttribute }, 200),
    );
  }
}

/** Undefined before the first visit of a page that checks certificates. */
export const findCheckPage = async (): Promise<Response | undefined> =>
  (await caches.open(certificateCacheName)).match(certificatesPath);

/** The address of the paper, as it was scanned. */
export interface CertificateCheckQuestion {
  hash: string;
  pathname: string;
  institute: string;
}

/** Content of the check page: a sentence, and the lines that were signed. */
interface CertificateCheckVerdict {
  text: string;
  lines: [label: string, value: string][];
}

/** Undefined without a signature in the address. */
export async function answerQuestion({
  hash,
  pathname,
  institute,
}: CertificateCheckQuestion): Promise<CertificateCheckVerdict | undefined> {
  const signedCertificate = readFragment(hash, pathname.replace(/^.*\/|-/g, ''));
  if (!signedCertificate) return undefined;
  const storedKeys = await (await caches.open(certificateCacheName)).match(keysPath);
  const { keys } = storedKeys ? ((await storedKeys.json()) as { keys: PublicKey[] }) : { keys: [] };
  const verifiedClaims = await verifySignature(signedCertificate, keys);
  if (verifiedClaims === 'forged') {
    return { text: 'The code on this paper was not made by this institute.', lines: [] };
  }
  if (verifiedClaims === 'unknown key') {
    return { text: 'The signature could not be checked: there is no connection.', lines: [] };
  }
  const { sub, prg, hrs, frm, to, res, num, jti } = verifiedClaims;
  const issuedOn = new Date(verifiedClaims.iat * 1000).toISOString();
  const signedFields = { holder: sub, program: prg, hours: hrs, from: frm, to, result: res, issuedOn };
  return {
    text: `Signed by ${institute || location.host} on ${formatWholeDate(issuedOn)}. Whether it was withdrawn could not be asked: there is no connection.`,
    lines: listCertificateLines({ ...signedFields, number: num, code: jti }),
  };
}
