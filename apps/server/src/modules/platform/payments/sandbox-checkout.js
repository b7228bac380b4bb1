// Checkout of the sandbox. It defines the provider's global function. No money moves.
(() => {
  const paymentsUrl = new URL('payments', document.currentScript.src);

  const styles = {
    dialog:
      'margin:auto;padding:24px;width:min(92vw,420px);border:1px solid #e3d9c6;border-radius:18px;background:#fff;color:#1d1b16;font:inherit',
    notice:
      'margin:0 0 16px;padding:8px 12px;border-radius:12px;background:var(--color-sun);color:var(--color-on-sun);font-weight:600',
    title: 'margin:0 0 4px;font-size:20px',
    text: 'margin:0 0 16px;color:#5f5a50',
    buttons: 'display:grid;gap:8px;grid-template-columns:1fr 1fr',
    button:
      'min-height:48px;border:1px solid #e3d9c6;border-radius:12px;background:#fbf7ef;color:inherit;font:inherit;font-weight:600;cursor:pointer',
    main: 'background:var(--color-green-ground);border-color:var(--color-green-ground);color:var(--color-on-green)',
    fault: 'margin:16px 0 0;color:#b8431d',
  };

  function element(tag, style, text) {
    const made = document.createElement(tag);
    made.style.cssText = style;
    if (text) made.textContent = text;
    return made;
  }

  async function pay(options, outcome) {
    const response = await fetch(paymentsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        tx_ref: options.tx_ref,
        amount: Number(options.amount),
        currency: options.currency,
        outcome,
      }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}`);
    return (await response.json()).data;
  }

  window.FlutterwaveCheckout = (options) => {
    const { title = 'Payment' } = options.customizations ?? {};
    const dialog = element('dialog', styles.dialog);
    dialog.setAttribute('aria-label', `${title} (test mode)`);
    // The provider's own close function searches for this name
    dialog.setAttribute('name', 'checkout');
    const buttons = element('div', styles.buttons);
    const fault = element('p', styles.fault);
    fault.setAttribute('role', 'alert');

    const close = () => {
      if (dialog.open) dialog.close();
      dialog.remove();
    };
    const leave = () => {
      close();
      options.onclose?.();
    };
    const choose = async (outcome) => {
      for (const button of buttons.children) button.disabled = true;
      fault.textContent = '';
      try {
        const { id, status, flw_ref } = await pay(options, outcome);
        options.callback?.({
          status,
          tx_ref: options.tx_ref,
          transaction_id: id,
          flw_ref,
          amount: options.amount,
          currency: options.currency,
          customer: options.customer,
        });
        if (dialog.isConnected) close();
      } catch (error) {
        console.error(error);
        fault.textContent = 'The payment could not be sent. Please try again.';
        for (const button of buttons.children) button.disabled = false;
      }
    };

    for (const [label, act, style] of [
      ['Pay', () => choose('pay'), styles.main],
      ['Fail', () => choose('fail'), ''],
      ['Pay later', () => choose('later'), ''],
      ['Close', leave, ''],
    ]) {
      const button = element('button', `${styles.button};${style}`, label);
      button.type = 'button';
      button.addEventListener('click', act);
      buttons.append(button);
    }
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      leave();
    });
    dialog.append(
      element('p', styles.notice, 'Test mode: no money moves'),
      element('h2', styles.title, title),
      element('p', styles.text, `${options.currency} ${options.amount}, reference ${options.tx_ref}`),
      buttons,
      fault,
    );
    document.body.append(dialog);
    dialog.showModal();
    return { close };
  };
})();
