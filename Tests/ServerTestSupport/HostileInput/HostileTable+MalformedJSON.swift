extension HostileTable {
  /// What people and programs write when they mean JSON.
  package static let malformedJSON = HostileTable(
    name: "malformed JSON",
    inputs: [
      ("trailing comma in an object", #"{"nombre":"a",}"#), ("trailing comma in an array", #"{"a":[1,2,]}"#),
      ("leading comma", #"{,"nombre":"a"}"#), ("two commas", #"{"a":1,,"b":2}"#), ("only a comma", "{,}"),
      ("comma in an array", #"{"a":[,]}"#), ("hole in an array", #"{"a":[1,,2]}"#),
      ("missing comma", #"{"a":1 "b":2}"#), ("missing comma in an array", #"{"a":[1 2]}"#),
      ("missing comma after a string", #"{"a":"b""c":1}"#), ("semicolon for a comma", #"{"a":1;"b":2}"#),
      ("missing colon", #"{"a" 1}"#), ("two colons", #"{"a"::1}"#), ("equals for a colon", #"{"a"=1}"#),
      ("arrow for a colon", #"{"a"=>1}"#), ("missing value", #"{"a":}"#), ("missing value, more", #"{"a":,"b":1}"#),
      ("missing key", "{:1}"), ("key alone", #"{"a"}"#), ("unquoted key", "{nombre:1}"),
      ("number as a key", "{1:2}"), ("null as a key", "{null:1}"), ("array as a key", "{[1]:2}"),
      ("single quotes", "{'nombre':'a'}"), ("single quotes around a value", #"{"a":'b'}"#),
      ("typographic quotes", "{“nombre”:“a”}"), ("backquotes", "{`a`:`b`}"), ("no closing quote", #"{"a:1}"#),
      ("quote in a string", #"{"a":"b"c"}"#), ("line comment", "{\"a\":1 // why\n}"),
      ("block comment", #"{/* why */"a":1}"#), ("comment in front", "// why\n{}"), ("hash comment", "{} # why"),
      ("NaN", #"{"areaHectareas":NaN}"#), ("Infinity", #"{"areaHectareas":Infinity}"#),
      ("-Infinity", #"{"areaHectareas":-Infinity}"#), ("inf", #"{"areaHectareas":inf}"#),
      ("undefined", #"{"a":undefined}"#), ("None", #"{"a":None}"#), ("True", #"{"a":True}"#), ("NULL", #"{"a":NULL}"#),
      ("nil", #"{"a":nil}"#), ("bare word", #"{"a":activo}"#), ("truth with a tail", #"{"a":truex}"#),
      ("leading zero", #"{"a":01}"#), ("minus and leading zero", #"{"a":-01}"#), ("plus sign", #"{"a":+1}"#),
      ("two minuses", #"{"a":--1}"#), ("lone minus", #"{"a":-}"#), ("no integer part", #"{"a":.5}"#),
      ("no fraction", #"{"a":5.}"#), ("no exponent", #"{"a":1e}"#), ("sign alone", #"{"a":1e+}"#),
      ("broken exponent", #"{"a":1e5.5}"#), ("fraction, no digit", #"{"a":1.e5}"#), ("hexadecimal", #"{"a":0x1F}"#),
      ("binary", #"{"a":0b1}"#), ("octal", #"{"a":0o7}"#), ("digit groups", #"{"a":1_000}"#),
      ("decimal comma", #"{"a":1,5}"#), ("two points", #"{"a":1.2.3}"#), ("unit", #"{"a":2.5ha}"#),
      ("two documents", "{}{}"), ("two documents and a space", "{} {}"), ("two documents and a comma", "{},{}"),
      ("two lines", "{\"a\":1}\n{\"a\":2}"), ("word behind", "{}x"), ("bracket behind", "{}]"),
      ("brace behind", "{}}"), ("closed by the wrong bracket", #"{"a":[1}"#),
      ("array closed by a brace", #"{"a":[1}}"#), ("object closed by a bracket", #"{"a":1]"#), ("closed first", "}{"),
      ("escaped document", #"{\"a\":1}"#), ("a JSON string of it", #""{\"a\":1}""#), ("string", #""a""#),
      ("number", "5"), ("true", "true"), ("false", "false"), ("null", "null"), ("array", "[]"),
      ("array of objects", #"[{"nombre":"a"}]"#), ("top-level word", "nombre"), ("vertical tab", "{\u{B}}"),
      ("form feed", "{\u{C}}"), ("no-break space", "{\u{A0}}"), ("line separator", "{\u{2028}}"),
      ("NUL behind", "{}\u{0}"), ("NUL in front", "\u{0}{}"), ("NUL between", "{\u{0}}"),
      ("duplicate key", #"{"nombre":"a","nombre":"b"}"#), ("duplicate key, escaped", #"{"a":1,"\u0061":2}"#),
      ("duplicate key inside", #"{"a":{"b":1,"b":1}}"#), ("duplicate empty key", #"{"":1,"":2}"#),
    ].map { .notAnObject($0.0, $0.1) })

  /// A document that ends too soon, after every byte of it.
  package static let truncatedJSON = HostileTable(
    name: "truncated JSON",
    inputs: {
      let document = Array(#"{"nombre":"a\n\u00e9é","area":[-1.5e+3,{"b":null}],"si":true,"no":false}"#.utf8)
      return (1..<document.count).map { .notAnObject("the first \($0) bytes", Array(document.prefix($0))) }
    }())

  /// Bodies of other formats, sent as JSON all the same.
  package static let otherFormats = HostileTable(
    name: "other formats",
    inputs: [
      ("HTML", "<!DOCTYPE html><html><body>error</body></html>"), ("XML", #"<?xml version="1.0"?><lote/>"#),
      ("entity expansion", #"<!DOCTYPE x [<!ENTITY a "&a;&a;">]><x>&a;</x>"#),
      ("form", "nombre=Lote&areaHectareas=2.5"), ("form of one field", "nombre="), ("encoded form", "a%5B%5D=1"),
      ("multipart", "--x\r\nContent-Disposition: form-data; name=\"nombre\"\r\n\r\na\r\n--x--\r\n"),
      ("YAML", "nombre: Lote\nareaHectareas: 2.5\n"), ("YAML list", "- nombre: a\n"), ("CSV", "nombre,area\nLote,2\n"),
      ("property list", "{nombre = Lote;}"), ("script", "callback({})"), ("guarded script", ")]}'\n{}"),
      ("template", "{{nombre}}"), ("Python", "{'a': None}"), ("GraphQL", "query { lotes { id } }"),
      ("base64", "eyJub21icmUiOiJhIn0="), ("token", "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"), ("SQL", "'; DROP TABLE lote; --"),
      ("request", "POST /v1/lotes HTTP/1.1\r\nHost: x\r\n\r\n"), ("JSON Lines", "{}\n{}\n{}\n"), ("shell", "$(reboot)"),
      ("percent-encoded JSON", "%7B%22a%22%3A1%7D"), ("text", "hola"), ("number and text", "12 lotes"),
    ].map { .notAnObject($0.0, $0.1) })
}
