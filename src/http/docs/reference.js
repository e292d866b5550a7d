// Lets RapiDoc run under a policy without inline styles: what it writes as a style attribute is set through the object model, which the policy
// allows. Loaded before it.

const { setAttribute } = Element.prototype;
Element.prototype.setAttribute = function setStyleByObject(name, value) {
  if (name === 'style') this.style.cssText = value;
  else setAttribute.call(this, name, value);
};

const inner = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
Object.defineProperty(HTMLTemplateElement.prototype, 'innerHTML', {
  ...inner,
  set(html) {
    inner.set.call(this, String(html).replace(/\sstyle\s*=\s*(?=["'])/g, ' data-style='));
  },
});

const { importNode } = Document.prototype;
Document.prototype.importNode = function importStyled(node, deep) {
  const copy = importNode.call(this, node, deep);
  for (const element of copy.querySelectorAll?.('[data-style]') ?? [])
    element.style.cssText = element.dataset.style;
  return copy;
};
