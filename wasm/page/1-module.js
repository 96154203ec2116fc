// What the page has in it as text: the module, packed, the network, and what is to be known of the game. The module is
// run twice: once for the rules, which answer at once, and once for the engine, which is in the middle of its search.

// Two signs for 13 bits (cli/page_write.c). Two of the signs stand for those that could be markup.
const digitOf = sign => sign === 33 ? 25 : sign === 126 ? 3 : sign - 35;

function bytesIn(id) {
  const element = document.getElementById(id);
  if (!element) return null;
  const text = element.textContent, bytes = new Uint8Array(+element.dataset.bytes);
  let held = 0, bits = 0, at = 0;
  for (let i = 0; at < bytes.length; i += 2) {
    held |= digitOf(text.charCodeAt(i)) + 91 * digitOf(text.charCodeAt(i + 1)) << bits;
    bits += 13;
    for (; bits >= 8 && at < bytes.length; bits -= 8) {
      bytes[at++] = held & 255;
      held >>>= 8;
    }
  }
  element.remove();
  return bytes;
}

function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

// A library of the page's own: it knows this game alone.
async function openLibrary(module, definition) {
  const library = await load({wasm: module});
  if (definition) library.define(definition);
  return library;
}

async function compileModule(id) {
  if (KIND !== "simd" || !window.DecompressionStream)
    throw new Error("This browser is too old to play: it needs WebAssembly with vectors, and DecompressionStream.");
  return WebAssembly.compile(await unpacked(bytesIn(id)));
}
