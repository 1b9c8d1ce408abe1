wrk.method="POST"; wrk.headers["Authorization"]="Bearer "; wrk.headers["Content-Type"]="application/json"
wrk.body='{"nombre":"Lote Nuevo","ubicacion":"Zona Norte","tipoCultivo":"Café","areaHectareas":10.0,"notas":"Lote experimental"}'
