type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const listControls = () => [...document.body.querySelectorAll<FormControl>('input, select, textarea')];

/** Remembers the page as the server sent it. The returned function restores it, with what was typed since. */
export function captureServedPage(): () => void {
  const root = document.documentElement;
  // The scripts are left out, because they have run already
  const servedHtml = root.innerHTML.replace(/<script[\s\S]*?<\/script>/g, '');
  const rootAttributes = [...root.attributes].map(({ name, value }) => [name, value] as const);
  const typedControls = listControls();
  return () => {
    const scrollLeft = scrollX;
    const scrollTop = scrollY;
    for (const [name, value] of rootAttributes) root.setAttribute(name, value);
    root.innerHTML = servedHtml;
    for (const [at, control] of listControls().entries()) copyTypedValue(typedControls[at], control);
    scrollTo(scrollLeft, scrollTop);
  };
}

function copyTypedValue(from: FormControl | undefined, to: FormControl): void {
  if (!from || to.type === 'file' || to.type === 'hidden') return;
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.checked = from.checked;
  to.value = from.value;
}
