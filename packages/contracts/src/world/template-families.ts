/** A chat template (Jinja) on the built-in tokenizer, of one family that checkpoints have. */
export interface TemplateFamily {
  name: string;
  source: string;
}

/** Families of chat templates beside the built-in ChatML. */
export const TEMPLATE_FAMILIES: readonly TemplateFamily[] = [];
