"""Makes src/character-ranges.json, fixtures/golden-tokens.json and fixtures/reference-vectors.json.

    pip install tokenizers onnxruntime numpy
    python3 packages/inference/tools/make_fixtures.py

The Rust tokenizers and the Python onnxruntime are the reference this package is measured against; they are needed only
to make the fixtures again, never to run or test.
"""
import base64, json, os
import numpy as np
import onnxruntime
import tokenizers

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(HERE)
MODEL = os.path.join(PACKAGE, '..', '..', 'models', 'bge-small-en-v1.5-int8')
tok = tokenizers.Tokenizer.from_file(os.path.join(MODEL, 'tokenizer.json'))
tok.encode_special_tokens = True  # "[SEP]" written by a user is text


def ranges():
    """Classes of every code point as the normaliser and pre-tokeniser of the Rust library treat it."""
    sets = {'removed': [], 'whiteSpace': [], 'punctuation': [], 'ideograph': []}
    for c in range(0x110000):
        if 0xD800 <= c <= 0xDFFF:
            sets['removed'].append(c)  # a lone surrogate reads as U+FFFD, which is removed
            continue
        n = tok.normalizer.normalize_str('a' + chr(c) + 'b')[1:-1]
        if n == '':
            sets['removed'].append(c)
        elif n == ' ':
            sets['whiteSpace'].append(c)
        elif n.startswith(' ') and n.endswith(' '):
            sets['ideograph'].append(c)
        elif n == chr(c) and len(tok.pre_tokenizer.pre_tokenize_str('a' + n + 'b')) == 3:
            sets['punctuation'].append(c)

    def base36(n):
        digits = ''
        while True:
            digits = '0123456789abcdefghijklmnopqrstuvwxyz'[n % 36] + digits
            n //= 36
            if n == 0:
                return digits

    # Each string lists ranges in order: the gap since the last range, then its length, in base 36.
    lists = {}
    for name, points in sets.items():
        parts, end, i = [], 0, 0
        while i < len(points):
            j = i
            while j + 1 < len(points) and points[j + 1] == points[j] + 1:
                j += 1
            parts += [base36(points[i] - end), base36(points[j] + 1 - points[i])]
            end = points[j] + 1
            i = j + 1
        lists[name] = ' '.join(parts)
    with open(os.path.join(PACKAGE, 'src', 'character-ranges.json'), 'w') as f:
        f.write(json.dumps(lists, indent=2) + '\n')


GOLDEN = [
    '', ' ', '\t\r\n', 'Hello, World!', 'The quick brown fox jumps over the lazy dog.',
    "I can't, won't, and shouldn't've.", 'constructor', '__proto__', 'toString hasOwnProperty valueOf', 'null undefined NaN',
    'unaffable embeddings tokenization WordPiece', 'a' * 100, 'a' * 101, 'x' * 99 + '\u00e9', 'antidisestablishmentarianism' * 5,
    '\u00e9' * 100, '\u00e9' * 101, 'e\u0301' * 101,
    'r\u00e9sum\u00e9 na\u00efve \u00c5ngstr\u00f6m S\u00e3o Paulo', 're\u0301sume\u0301 nai\u0308ve', 'A\u030a\u0301\u0323',
    '\u0130stanbul \u0131\u011fd\u0131r \u0130', 'stra\u00dfe STRASSE \u1e9e', '\ufb01nance o\ufb03ce \ufb06', '\u01c5 \u01c4 \u0132ssel \u0149',
    '\u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3 \u03a3 \u03c2', '\u1fbc \u1f80\u03b9 \u037e \u0387 \u1fef', '\u0391\u0301 \u0386',
    '\u5317\u4eac\u6b22\u8fce\u4f60 Beijing\u5317\u4eac2008', '\u6771\u4eac\u30bf\u30ef\u30fc \u3072\u3089\u304c\u306a \u30ab\u30bf\u30ab\u30ca \u304c\u30d1', '\uff21\uff22\uff23\uff01\uff1f \uff76\uff9e',
    '\ud55c\uad6d\uc5b4 \uc11c\uc6b8 \u1112\u1161\u11ab', '\uf900\ufa0e\U0002f800 \U00020000\U0002b820\U0002b920',
    '\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440! \u0401\u043b\u043a\u0430 \u0439', '\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645 \u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f', '\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd',
    '\u0928\u092e\u0938\u094d\u0924\u0947 \u0926\u0941\u0928\u093f\u092f\u093e', '\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e0a\u0e32\u0e27\u0e42\u0e25\u0e01', 'Vi\u1ec7t Nam \u0110\u00e0 N\u1eb5ng',
    '\U0001f600 smile \U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 \U0001f1e9\U0001f1ea \u2764\ufe0f \U0001f44d\U0001f3fd', 'caf\u00e9\U0001f600caf\u00e9',
    'zero\u200bwidth\u200cjoin\u200der\ufeffbom\u2060wj soft\u00adhyphen', 'nul\u0000 bell\u0007 del\u007f c1\u0085x \u009f', 'a\u000bb\u000cc\u001cd\u001fe',
    'nb\u00a0sp thin\u2009sp ideo\u3000sp line\u2028sep para\u2029sep ogham\u1680 mongol\u180ex', 'repl\ufffdacement', 'private\ue000use \U000f0000',
    '\u202eright-to-left\u202c override', '\u2018single\u2019 \u201cdouble\u201d \u2013 \u2014 \u2026 \u00ab\u00bb \u00bf\u00a1', '$5 \u20ac5 \u00a35 +-=<>^`|~ \u00b0\u00b1\u00d7\u00f7 \u00a9\u00ae\u2122 \u00bd \u00b2',
    'https://example.com/a_b?c=d&e=%20#f user@example.org', 'C:\\Users\\x\\file.txt -> ~/.config', 'if (a[i] !== b["c"]) { return `x${y}`; }',
    '3.14159 1,000,000 0x1F 2024-01-31T10:00:00Z v1.2.3-rc.1', '#hashtag ##ing ###', '[CLS] [SEP] [MASK] [UNK] [PAD] [unused1] [CLS]x', '</s><|endoftext|>',
    'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031ea\u0300\u0301\u0302\u0303l\u0334\u0335\u0336g\u0337\u0338o',
    'x\u0338 \u2260 \u226e \u212b \u2126 K \u212a', '\u0344 \u0340\u0341 \u0958 \u0f43', 'n\u0303o \u00f1o \u1e69 s\u0323\u0307 s\u0307\u0323',
    '\u0903\u093e\u302e\u302f \U0001d15e \U0001d400\U0001d41a', '\U00010400\U00010428 \U00016e40', '\u1e00\u1e01 \u1ea0\u1ef9',
    '\u0600\u06dd\u070f\u08e2 arabic signs', '\u1734 \u166d \u111c9 \u1734a', '\u061d \u2e52\u2e5d \U00016d6d', 'a\u1ac1b c\u08d0d', 'new\U0001fae0emoji\U0001fae8 \u20c0',
    'ALL CAPS SHOUTING', 'camelCaseIdentifier snake_case_identifier kebab-case-identifier', 'e.g. i.e. U.S.A. Ph.D.', "rock'n'roll o\u2019clock",
    'dog.' * 30, '.' * 120, ' a  b\u00a0\u00a0c ', '\u00aa\u00ba\u00b5 \u2160\u2167 \u24b6\u24d0',
]

REFERENCE = [
    'The cat sits on the mat.',
    'We deploy to production every Friday at 17:00 from the release branch.',
    'What is the capital of France?',
    'constructor',
    'r\u00e9sum\u00e9 \u5317\u4eac \U0001f600 na\u00efve stra\u00dfe \u0130stanbul',
    '',
    ' '.join(f'Item {i}: the agent remembered that customer number {i * 37} prefers invoices on paper.' for i in range(1, 9)),
    'x' * 200,
]


def utf16(text, index):
    return len(text[:index].encode('utf-16-le', 'surrogatepass')) // 2


def golden():
    cases = []
    for text in GOLDEN:
        e = tok.encode(text, add_special_tokens=False)
        cases.append({'text': text, 'ids': e.ids, 'offsets': [[utf16(text, a), utf16(text, b)] for a, b in e.offsets]})
    with open(os.path.join(PACKAGE, 'fixtures', 'golden-tokens.json'), 'w') as f:
        f.write('[\n' + ',\n'.join(json.dumps(c) for c in cases) + '\n]\n')


def vectors():
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(os.path.join(MODEL, 'model.onnx'), options)
    cases = []
    for text in REFERENCE:
        ids = np.array([tok.encode(text).ids], np.int64)
        feeds = {'input_ids': ids, 'attention_mask': np.ones_like(ids), 'token_type_ids': np.zeros_like(ids)}
        row = session.run(['last_hidden_state'], feeds)[0][0, 0]
        row = (row / np.linalg.norm(row)).astype('<f4')
        cases.append({'text': text, 'tokens': ids.shape[1], 'vector': base64.b64encode(row.tobytes()).decode()})
    with open(os.path.join(PACKAGE, 'fixtures', 'reference-vectors.json'), 'w') as f:
        f.write('[\n' + ',\n'.join(json.dumps(c) for c in cases) + '\n]\n')


ranges()
golden()
vectors()
