// Checkout of the sandbox. It defines the provider's global function. No money moves.
(() => {
  const paymentsUrl = new URL('payments', document.currentScript.src);

  const dialogStyles = {
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

  function makeElement(tag, style, text) {
    const newElement = document.createElement(tag);
    newElement.style.cssText = style;
    if (text) newElement.textContent = text;
    return newElement;
  }

  async function sendPayment(options, outcome) {
    const paymentResponse = await fetch(paymentsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        tx_ref: options.tx_ref,
        amount: Number(options.amount),
        currency: options.currency,
        outcome,
      }),
    });
    if (!paymentResponse.ok) throw new Error(`The sandbox answered ${paymentResponse.status}`);
    return (await paymentResponse.json()).data;
  }

  window.FlutterwaveCheckout = (options) => {
    const { title = 'Payment' } = options.customizations ?? {};
    const paymentDialog = makeElement('dialog', dialogStyles.dialog);
    paymentDialog.setAttribute('aria-label', `${title} (test mode)`);
    // The provider's own close function searches for this name
    paymentDialog.setAttribute('name', 'checkout');
    const outcomeButtons = makeElement('div', dialogStyles.buttons);
    const faultText = makeElement('p', dialogStyles.fault);
    faultText.setAttribute('role', 'alert');

    const closeDialog = () => {
      if (paymentDialog.open) paymentDialog.close();
      paymentDialog.remove();
    };
    const cancelPayment = () => {
      closeDialog();
      options.onclose?.();
    };
    const chooseOutcome = async (outcome) => {
      for (const outcomeButton of outcomeButtons.children) outcomeButton.disabled = true;
      faultText.textContent = '';
      try {
        const { id, status, flw_ref } = await sendPayment(options, outcome);
        options.callback?.({
          status,
          tx_ref: options.tx_ref,
          transaction_id: id,
          flw_ref,
          amount: options.amount,
          currency: options.currency,
          customer: options.customer,
        });
        if (paymentDialog.isConnected) closeDialog();
      } catch (error) {
        console.error(error);
        faultText.textContent = 'The payment could not be sent. Please try again.';
        for (const button of outcomeButtons.children) button.disabled = false;
      }
    };

    for (const [label, act, style] of [
      ['Pay', () => chooseOutcome('pay'), dialogStyles.main],
      ['Fail', () => chooseOutcome('fail'), ''],
      ['Pay later', () => chooseOutcome('later'), ''],
      ['Close', cancelPayment, ''],
    ]) {
      const button = makeElement('button', `${dialogStyles.button};${style}`, label);
      button.type = 'button';
      button.addEventListener('click', act);
      outcomeButtons.append(button);
    }
    paymentDialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      cancelPayment();
    });
    paymentDialog.append(
      makeElement('p', dialogStyles.notice, 'Test mode: no money moves'),
      makeElement('h2', dialogStyles.title, title),
      makeElement(
        'p',
        dialogStyles.text,
        `${options.currency} ${options.amount}, reference ${options.tx_ref}`,
      ),
      outcomeButtons,
      faultText,
    );
    document.body.append(paymentDialog);
    paymentDialog.showModal();
    return { close: closeDialog };
  };
})();
