type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const listControls = (body: HTMLElement) => [...body.querySelectorAll<Control>('input, select, textarea')];

/** Keeps a copy of the page as the server sent it. The function puts it back, with what was typed since. */
export function keepServedPage(): () => void {
  // In a document of its own the images of the copy do not load
  const kept = document.implementation.createHTMLDocument();
  kept.documentElement.remove();
  kept.append(kept.importNode(document.documentElement, true));
  const typedIn = listControls(document.body);
  const readFocus = watchFocus();

  return () => {
    const { documentElement: root } = document;
    const [left, top] = [scrollX, scrollY];

    for (const { name } of [...root.attributes]) root.removeAttribute(name);
    for (const { name, value } of kept.documentElement.attributes) root.setAttribute(name, value);
    document.querySelector('title')?.remove();
    const shown = [...document.head.children];
    // A copied script does not run again
    for (const node of [...kept.head.children]) {
      if (!shown.some((other) => other.isEqualNode(node))) document.head.append(node);
    }
    const { body } = kept;
    document.body.replaceWith(body);

    const focused = readFocus();
    for (const [at, control] of listControls(body).entries()) {
      const typed = typedIn[at];
      if (!typed) continue;
      copyTyped(typed, control);
      if (typed === focused) control.focus({ preventScroll: true });
    }
    scrollTo(left, top);
  };
}

/** The focused element, also after React has removed it, of which no event tells. */
function watchFocus(): () => Element | null {
  let focused = document.activeElement;
  document.addEventListener('focusin', ({ target }) => {
    focused = target as Element;
  });
  document.addEventListener('focusout', ({ target }) => {
    if ((target as Element).isConnected) focused = null;
  });
  return () => focused;
}

function copyTyped(from: Control, to: Control): void {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.checked = from.checked;
  if (to.type !== 'file' && to.type !== 'hidden') to.value = from.value;
}
