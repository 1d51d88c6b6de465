import ts from 'typescript';

/** Fields that the name of their resource describes completely. Every other field needs a docstring. */
const ofResource: Readonly<Record<string, (resource: string) => string>> = {
  id: (resource) => `Id of the ${resource}.`,
  name: (resource) => `Name of the ${resource}.`,
  createdAt: (resource) => `When the ${resource} was created.`,
  updatedAt: (resource) => `When the ${resource} was last changed.`,
};

/** The description of a field without a docstring, if its name and type are self-evident. */
export function evidentDescription(name: string, type: ts.Type, resource: string | undefined): string | undefined {
  if (name === 'success' && isTrue(type)) return 'Always true.';
  if ((type.flags & ts.TypeFlags.String) === 0) return undefined;
  if (name === 'message') return 'A message for people.';
  const referred = /^(.+)Id$/.exec(name)?.[1];
  if (referred !== undefined) return `Id of the ${inWords(referred)}.`;
  return resource === undefined ? undefined : ofResource[name]?.(inWords(resource));
}

/** `CreateWorkflowRequest` is about a `Workflow`; undefined for a type without a name. */
export function resourceOf(declaration: ts.Declaration): string | undefined {
  const owner = declaration.parent;
  if (!ts.isInterfaceDeclaration(owner) && !ts.isClassDeclaration(owner)) return undefined;
  return owner.name?.text
    .replace(/^(Create|Change|List|Issue|Import|Deploy|New)(?=[A-Z])/, '')
    .replace(/(Detail)?(Request|Response|View|Body)$/, '');
}

function isTrue(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.BooleanLiteral) !== 0 && (type as { intrinsicName?: string }).intrinsicName === 'true';
}

/** `ApiKey` → `API key` */
function inWords(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bapi\b/, 'API');
}
