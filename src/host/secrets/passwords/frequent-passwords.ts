/** Whether one of these texts is a common password. The list is loaded at the first use: a server that sets no passwords does not need it. */
export async function areCommon(texts: readonly string[]): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'];
  return texts.some((text) => common.includes(text));
}
