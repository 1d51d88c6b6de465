const plainName = /^[A-Za-z_$][\w$]*$/;

/** The path of a member of a value, as expressions write it: `rows[3].name`, `headers["x-id"]`. */
export function memberPath(path: string, name: string, isList: boolean): string {
  if (isList) return `${path}[${name}]`;
  if (!plainName.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
