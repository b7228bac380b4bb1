type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const listControls = () => [...document.body.querySelectorAll<Control>('input, select, textarea')];

/** Keeps the page as the server sent it. The function puts it back, with what was typed since. */
export function captureServedPage(): () => void {
  const root = document.documentElement;
  // The scripts of the page have run
  const served = root.innerHTML.replace(/<script[\s\S]*?<\/script>/g, '');
  const attributes = [...root.attributes].map(({ name, value }) => [name, value] as const);
  const typedIn = listControls();
  return () => {
    const left = scrollX;
    const top = scrollY;
    for (const [name, value] of attributes) root.setAttribute(name, value);
    root.innerHTML = served;
    for (const [at, control] of listControls().entries()) copyTyped(typedIn[at], control);
    scrollTo(left, top);
  };
}

function copyTyped(from: Control | undefined, to: Control): void {
  if (!from || to.type === 'file' || to.type === 'hidden') return;
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.checked = from.checked;
  to.value = from.value;
}
