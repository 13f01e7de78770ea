import { visibleText } from './visible-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes a text for the content and the quoted attributes of XML 1.0 and HTML. What neither may
 * hold (control characters, lone surrogates, U+FFFE) is made visible first.
 */
export function escapeMarkup(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** The same for an attribute of XML, whose readers turn a bare line feed into a space. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll('\n', '&#10;');
}
