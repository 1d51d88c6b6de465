/** The two steps in which a visitor proves an address: it is sent a code, and they write the code. `enter` gets the chat. */
export function askForEmail(ask, enter) {
  const [address, code] = ['address', 'code'].map((id) => document.getElementById(id));
  const [sending, checking] = ['address-form', 'code-form'].map((id) => document.getElementById(id));
  const text = document.getElementById('gate-text');

  function request(method, body) {
    return ask('/otp', { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  }

  function begin() {
    text.textContent = 'This chat needs your e-mail address.';
    checking.hidden = true;
    sending.hidden = false;
    address.focus();
  }

  onSubmit(sending, address, async () => {
    const { message } = await request('POST', { email: address.value });
    text.textContent = `${message}. It can take a minute.`;
    sending.hidden = true;
    checking.hidden = false;
    code.value = '';
    code.focus();
  });
  onSubmit(checking, code, async () => enter(await request('PUT', { email: address.value, otp: code.value.trim() })));
  document.getElementById('other-address').addEventListener('click', begin);
  begin();
}

/** Shows what goes wrong below the field. */
function onSubmit(form, field, act) {
  const problem = document.getElementById(`${field.id}-problem`);
  const button = form.querySelector('[type="submit"]');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    field.removeAttribute('aria-invalid');
    button.disabled = true;
    try {
      await act();
    } catch (error) {
      problem.textContent = error.message;
      field.setAttribute('aria-invalid', 'true');
      field.focus();
    } finally {
      button.disabled = false;
    }
  });
}
