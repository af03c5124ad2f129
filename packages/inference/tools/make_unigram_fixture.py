"""Makes fixtures/golden-unigram.json: the ids that the Rust tokenizers give for texts in many languages.

    pip install tokenizers
    python3 packages/inference/tools/make_unigram_fixture.py

The Rust library is the reference; it is needed only to make the fixture again, never to run or test.
"""
import json, os, re, struct, unicodedata
import tokenizers
from tokenizers import models, pre_tokenizers

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(HERE)
data = open(os.path.join(PACKAGE, '..', '..', 'models', 'multilingual-e5-small', 'vocab.bin'), 'rb').read()
count, = struct.unpack_from('<I', data)
scores = struct.unpack_from(f'<{count}f', data, 4)
pieces = data[4 + 4 * count:].decode().split('\n')
tok = tokenizers.Tokenizer(models.Unigram(list(zip(pieces, scores)), 3, False))
tok.pre_tokenizer = pre_tokenizers.Metaspace(replacement='\u2581', prepend_scheme='always', split=True)

SPACES = '[\t\n\f\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]'
REMOVED = '[\0-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]'


def normalise(text):
    text = re.sub(REMOVED, '', re.sub(SPACES, ' ', text))
    text = '\uff5e'.join(unicodedata.normalize('NFKC', part) for part in text.split('\uff5e'))
    return re.sub(' +', ' ', text).strip()


TEXTS = [
    '', ' ', '\t\n', 'Hello, World!', 'query: Where did we eat on Tuesday?', 'passage: The ferry leaves at noon.',
    "I can't, won't, and shouldn't've.", '__proto__ constructor', 'antidisestablishmentarianism' * 3, 'a' * 100,
    'Wir haben am Donnerstag den Mietvertrag in Köln unterschrieben.', 'Straße, Äpfel und Übergrößenträger',
    'Elle préfère les trains de nuit à l’avion.', 'El perro se llama Canela y no le gusta el agua.',
    'O encontro ficou para às nove da manhã.', 'La zia di Marta coltiva basilico sul balcone.',
    'De fiets staat achter het huis.', 'Spotkanie przełożono na środę.', 'Мы переехали в Тбилиси прошлой весной.',
    'Моя сестра працює лікаркою у Львові.', 'Toplantı salonu üçüncü katta.', 'اشترت ليلى دراجة حمراء من السوق.',
    'הפגישה נדחתה ליום ראשון.', 'वह हर सुबह चाय के साथ अख़बार पढ़ती है।', '我们下个月搬到杭州。', '他不吃花生,因为过敏。',
    '弟は来週の火曜日に歯医者へ行きます。', 'ガギグ ｶﾞｷﾞｸﾞ', '회의는 오후 세 시에 시작합니다.', 'ประชุมย้ายไปวันพุธบ่าย', 'Cuộc họp dời sang thứ tư.',
    'ＡＢＣ １２３ ～ ﬁ ² ½ ①', 'e\u0301 n\u0303 A\u030a', 'zero\u200bwidth\u200djoin\ufeffbom', 'nul\0 bell\x07 del\x7f',
    '\U0001f600 \U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f44d\U0001f3fd', '\U00013000\U00013001 \U00012000', '▁▁ under ▁score',
    '3.14159 1,000,000 0x1F 2024-01-31T10:00:00Z v1.2.3-rc.1', 'https://example.com/a_b?c=d&e=%20#f', '.' * 60, '  two  spaces  ',
]

cases = [{'text': text, 'ids': tok.encode(normalise(text), add_special_tokens=False).ids if normalise(text) else []} for text in TEXTS]
with open(os.path.join(PACKAGE, 'fixtures', 'golden-unigram.json'), 'w') as f:
    f.write('[\n' + ',\n'.join(json.dumps(c) for c in cases) + '\n]\n')
