"""The vocabulary of the AgroBridge data: places, crops, fields and people."""

from __future__ import annotations

from typing import NamedTuple


def words(text: str) -> tuple[str, ...]:
    """The comma-separated items of `text`, which may run over several lines."""
    return tuple(" ".join(item.split()) for item in text.split(","))


class State(NamedTuple):
    """A Mexican state: its code in a CURP, and the area code of each town."""

    curp: str
    towns: dict[str, str]


STATES: dict[str, State] = {
    "Baja California": State("BC", {"Ensenada": "646", "San Quintín": "616"}),
    "Campeche": State("CC", {"Hopelchén": "996"}),
    "Chiapas": State("CS", {"Motozintla": "962", "Tapachula": "962", "Tuxtla Chico": "962", "Villaflores": "965"}),
    "Colima": State("CM", {"Armería": "313", "Tecomán": "313"}),
    "Durango": State("DG", {"Guadalupe Victoria": "676"}),
    "Estado de México": State("MC", {"Otumba": "592"}),
    "Guanajuato": State("GT", {"Irapuato": "462", "Pénjamo": "469", "Valle de Santiago": "456"}),
    "Guerrero": State("GR", {"Atoyac de Álvarez": "742", "Técpan de Galeana": "742"}),
    "Jalisco": State("JC", {"Arandas": "348", "Jocotepec": "387", "Tamazula de Gordiano": "358", "Tequila": "374",
                            "Zapotlán el Grande": "341"}),
    "Michoacán": State("MN", {"Apatzingán": "453", "Ario de Rosales": "422", "Los Reyes": "354", "Peribán": "354",
                              "Tancítaro": "425", "Uruapan": "452", "Zamora": "351"}),
    "Morelos": State("MS", {"Tlayacapan": "735", "Zacatepec": "734"}),
    "Nayarit": State("NT", {"Acaponeta": "325", "San Blas": "323", "Xalisco": "311"}),
    "Oaxaca": State("OC", {"Pluma Hidalgo": "958", "Santiago Matatlán": "951", "Tuxtepec": "287"}),
    "Puebla": State("PL", {"Atlixco": "244", "Cuetzalan del Progreso": "233"}),
    "San Luis Potosí": State("SP", {"Ciudad Valles": "481"}),
    "Sinaloa": State("SL", {"Culiacán": "667", "El Rosario": "694", "Escuinapa": "695", "Guasave": "687"}),
    "Sonora": State("SR", {"Cajeme": "644", "Navojoa": "642"}),
    "Tabasco": State("TC", {"Cárdenas": "937", "Comalcalco": "933", "Cunduacán": "914", "Teapa": "932"}),
    "Tlaxcala": State("TL", {"Huamantla": "247"}),
    "Veracruz": State("VZ", {"Coatepec": "228", "Córdoba": "271", "Gutiérrez Zamora": "766", "Huatusco": "273",
                             "Martínez de la Torre": "232", "Papantla": "784"}),
    "Yucatán": State("YN", {"Mérida": "999", "Oxkutzcab": "997", "Tekax": "997", "Tizimín": "986"}),
    "Zacatecas": State("ZS", {"Fresnillo": "493", "Sombrerete": "433"}),
}
STATE_OF: dict[str, str] = {town: name for name, state in STATES.items() for town in state.towns}


class Crop(NamedTuple):
    """A crop: what its fields are called, how large they are, where it grows and what it yields."""

    nombre: str
    kinds: tuple[str, ...]
    hectares: tuple[float, float]
    tonnes_per_hectare: tuple[float, float]
    towns: tuple[str, ...]
    notas: tuple[str, ...]
    material: str = ""  # what is planted each cycle; perennials have neither material nor cycle
    cycle_days: int = 0

    @property
    def is_annual(self) -> bool:
        """Whether it is planted anew for each harvest."""
        return self.cycle_days > 0


# The first ones are the most common.
CROPS: tuple[Crop, ...] = (
    Crop("Aguacate", words("Huerta, Huerto"), (2, 28), (9, 12),
         words("Uruapan, Tancítaro, Peribán, Ario de Rosales, Zapotlán el Grande"),
         ("Variedad Hass sobre patrón criollo.", "Riego por microaspersión con agua de manantial.",
          "Barrera viva de casuarina contra el viento.")),
    Crop("Maíz", words("Parcela, Milpa, Lote"), (3, 60), (4, 10),
         words("Villaflores, Pénjamo, Guasave, Huamantla, San Blas"),
         ("Maíz blanco para tortilla.", "Semilla criolla guardada por la familia.",
          "Rotación con haba cada tercer año."), "semilla", 150),
    Crop("Café", words("Finca, Cafetal"), (0.8, 14), (1.2, 2.2),
         words("Coatepec, Huatusco, Pluma Hidalgo, Cuetzalan del Progreso, Motozintla, Atoyac de Álvarez"),
         ("Bajo sombra de chalahuite y plátano.", "Variedades Typica y Bourbon.",
          "Beneficio húmedo dentro de la finca.")),
    Crop("Limón", words("Huerta, Huerto, Lote"), (2, 30), (12, 18),
         words("Martínez de la Torre, Tecomán, Apatzingán, Oxkutzcab"),
         ("Árboles jóvenes, tercer año de producción.", "Riego por goteo y acolchado orgánico.",
          "Revisión semanal de brotes por HLB.")),
    Crop("Jitomate", words("Invernadero, Lote, Parcela"), (1, 18), (45, 70),
         words("Culiacán, San Quintín, Tlayacapan, Atlixco"),
         ("Malla sombra con tutoreo.", "Tipo saladette en hilera sencilla.",
          "Polinización con abejorros."), "plántula", 110),
    Crop("Mango", words("Huerta, Huerto"), (4, 40), (9, 13),
         words("Escuinapa, El Rosario, Tapachula, Técpan de Galeana, Acaponeta"),
         ("Variedad Ataulfo con poda de formación anual.", "Variedad Kent para exportación.",
          "Trampas para mosca de la fruta en todo el perímetro.")),
    Crop("Agave", words("Plantación, Predio, Lote"), (4, 70), (65, 90),
         words("Tequila, Arandas, Santiago Matatlán"),
         ("Plantación de cuatro años en ladera bien drenada.", "Deshierbe manual dos veces al año.",
          "Hijuelos seleccionados para replantar.")),
    Crop("Fresa", words("Lote, Parcela, Macrotúnel"), (0.8, 9), (30, 45),
         words("Irapuato, Zamora, San Quintín"),
         ("Camas altas con acolchado plástico.", "Variedad Camino Real.",
          "Fruta para mercado fresco y congelado."), "plántula", 130),
    Crop("Caña de azúcar", words("Cañaveral, Predio, Parcela"), (8, 90), (65, 90),
         words("Córdoba, Cárdenas, Zacatepec, Tamazula de Gordiano, Ciudad Valles, Tuxtepec"),
         ("Cosecha en verde, sin quema.", "Entrega al ingenio de la zona.", "Soca de tercer ciclo.")),
    Crop("Frijol", words("Parcela, Predio, Lote"), (5, 70), (0.6, 1.4),
         words("Fresnillo, Sombrerete, Guadalupe Victoria, Xalisco"),
         ("Frijol negro para grano.", "Maíz intercalado en las orillas.",
          "Surcos con pileteo para captar la lluvia."), "semilla", 95),
    Crop("Chile habanero", words("Parcela, Lote, Invernadero"), (0.5, 5), (12, 22),
         words("Tizimín, Tekax, Hopelchén"),
         ("Fertirriego diario por cintilla.", "Semilla criolla de la península.",
          "Acolchado plateado contra mosca blanca."), "plántula", 110),
    Crop("Cacao", words("Finca, Cacaotal"), (0.8, 12), (0.4, 0.7),
         words("Comalcalco, Cunduacán, Tuxtla Chico"),
         ("Cacao criollo bajo sombra de cedro.", "Fermentación en cajas de madera junto al lote.",
          "Poda sanitaria contra moniliasis.")),
    Crop("Vainilla", words("Vainillal, Finca"), (0.5, 3), (0.2, 0.4),
         words("Papantla, Gutiérrez Zamora"),
         ("Polinización manual entre abril y mayo.", "Tutores vivos de cocuite.", "Beneficiado tradicional al sol.")),
    Crop("Nopal", words("Nopalera, Parcela"), (0.7, 7), (40, 70),
         words("Tlayacapan, Otumba"),
         ("Nopal verdura, corte cada quince días.", "Abonado con estiércol composteado.",
          "Hileras a contorno para retener el suelo.")),
    Crop("Frambuesa", words("Macrotúnel, Lote, Huerto"), (0.8, 10), (14, 20),
         words("Jocotepec, Zapotlán el Grande, Los Reyes"),
         ("Variedad de doble ciclo.", "Macetas con fibra de coco.", "Cámara fría a diez minutos del lote.")),
    Crop("Arándano", words("Huerto, Lote"), (1, 14), (9, 14),
         words("Zapotlán el Grande, Los Reyes, Zamora"),
         ("Variedad Biloxi en maceta.", "Riego acidificado a pH 5.5.", "Malla antigranizo instalada.")),
    Crop("Papaya", words("Huerta, Lote, Parcela"), (2, 18), (40, 60),
         words("Tecomán, Armería, Tuxtepec"),
         ("Variedad Maradol.", "Retiro semanal de plantas con virosis.", "Cortina rompevientos en el lado norte.")),
    Crop("Plátano", words("Platanar, Plantación, Finca"), (5, 60), (28, 40),
         words("Teapa, Tapachula, Tecomán"),
         ("Enfunde y desflore semanales.", "Drenes limpios antes de las lluvias.",
          "Control preventivo de sigatoka negra.")),
    Crop("Trigo", words("Predio, Parcela, Lote"), (12, 120), (5.5, 7),
         words("Cajeme, Navojoa, Valle de Santiago"),
         ("Trigo cristalino.", "Siembra en surcos a doble hilera.",
          "Labranza mínima desde hace cinco ciclos."), "semilla", 160),
)
CROP_NAMED: dict[str, Crop] = {crop.nombre: crop for crop in CROPS}

# What follows the kind in the name of a field: "Huerta" + "San Isidro".
FIELD_NAMES = words(
    """
    El Mezquite, El Encino, Los Pinos, La Ceiba, El Huizache, El Sabino, La Parota, Los Fresnos, El Pirul,
    Las Jacarandas, El Guamúchil, Los Nogales, El Capulín, La Palma, El Ocote, El Tejocote, El Tepozán,
    La Esperanza, El Porvenir, La Providencia, Buenavista, El Progreso, La Fortuna, La Unión, La Concordia,
    El Recuerdo, La Ilusión, Nueva Vida, Tres Hermanos, La Herencia, El Descanso, La Constancia, Ojo de Agua,
    Agua Zarca, El Manantial, La Joya, El Mirador, La Cañada, Loma Bonita, Loma Larga, El Pedregal,
    Tierra Colorada, Piedra Blanca, El Salitre, La Laguna, El Arroyo, Paso Hondo, La Barranca, El Crucero, La Mesa,
    Cerro Alto, El Llano, La Ladera, El Remanso, Rincón Verde, Agua Fría, El Vado, La Noria, La Compuerta,
    Puente Viejo, San Isidro, San José, Santa Rita, San Miguel, Santa Cruz, San Rafael, San Antonio, San Francisco,
    Santa Elena, San Martín, El Carmen, San Pedro, Santa Lucía, San Agustín, Santa Mónica, San Nicolás, San Lorenzo,
    Santa Inés, San Judas, Santa Bárbara, San Marcos, El Colibrí, Las Garzas, El Venado, La Paloma, Los Coyotes,
    El Águila, Las Golondrinas, El Tecolote, La Calandria, El Cenzontle
    """
)

WOMEN = words(
    """
    Adriana, Alejandra, Alicia, Ana Laura, Araceli, Beatriz, Blanca Estela, Carmen, Catalina, Cecilia, Citlali, Claudia,
    Dolores, Elena, Elvira, Esperanza, Fernanda, Gabriela, Gloria, Graciela, Guadalupe, Hortensia, Irma, Isabel, Itzel,
    Josefina, Juana, Karla, Laura, Leticia, Lourdes, Luz María, Magdalena, Marcela, Margarita, María de los Ángeles,
    María del Rosario, María Elena, María Guadalupe, María José, Marisol, Martha, Mercedes, Mónica, Nayeli, Norma,
    Ofelia, Patricia, Paula, Raquel, Rebeca, Rocío, Rosa, Rosalba, Sandra, Silvia, Socorro, Sofía, Susana, Teresa,
    Ximena, Xóchitl, Yolanda
    """
)
MEN = words(
    """
    Abel, Adán, Agustín, Alberto, Alejandro, Alfonso, Andrés, Ángel, Antonio, Armando, Arturo, Aurelio, Benito, Camilo,
    Carlos, César, Cuauhtémoc, Daniel, Diego, Domingo, Eduardo, Efraín, Emilio, Enrique, Ernesto, Esteban, Eusebio,
    Evaristo, Federico, Felipe, Fernando, Filiberto, Gerardo, Gilberto, Gonzalo, Guillermo, Gustavo, Heriberto, Hugo,
    Ignacio, Isidro, Ismael, Jacinto, Javier, Jesús, Joaquín, Jorge, José Antonio, José Luis, José Manuel, Juan Carlos,
    Julián, Leonardo, Luis, Manuel, Marcos, Mario, Martín, Miguel Ángel, Octavio, Pedro, Rafael, Ramiro, Ramón, Raúl,
    Roberto, Rodrigo, Salvador, Saúl, Tomás, Vicente
    """
)
SURNAMES = words(
    """
    Acosta, Aguilar, Alcántara, Alvarado, Arellano, Arriaga, Ávila, Barajas, Barrera, Bautista, Becerra, Beltrán,
    Bravo, Bustos, Cabrera, Camacho, Canul, Cárdenas, Carrillo, Castañeda, Ceballos, Cervantes, Chablé, Chan, Cisneros,
    Contreras, Corona, Cortés, Cruz, de la Cruz, de León, del Ángel, Delgado, Domínguez, Duarte, Durán, Escobar,
    Espinosa, Esquivel, Estrada, Figueroa, Flores, Franco, Fuentes, Galindo, Gallegos, García, Gómez, Guerrero,
    Gutiérrez, Guzmán, Hernández, Herrera, Huerta, Ibarra, Jiménez, Juárez, Lara, Leyva, Lozano, Lucero, Macías,
    Maldonado, Manzano, Márquez, Martínez, Medina, Mejía, Méndez, Meza, Molina, Montoya, Morales, Muñoz, Nájera, Nava,
    Núñez, Ochoa, Olvera, Orozco, Ortega, Pacheco, Padilla, Palacios, Pech, Peña, Pérez, Ponce, Quintero, Ramírez,
    Rangel, Reyes, Ríos, Rivera, Robles, Rojas, Rosales, Rueda, Ruiz, Salazar, Sandoval, Santiago, Serrano, Solís,
    Sosa, Tapia, Toledo, Torres, Treviño, Trujillo, Uribe, Valdez, Valencia, Vargas, Vázquez, Velasco, Villegas,
    Yáñez, Zamora, Zapata, Zavala, Zúñiga
    """
)

STREETS = words(
    """
    Calle Hidalgo, Calle Morelos, Av. Benito Juárez, Calle Allende, Calle Zaragoza, Av. Revolución, Calle 5 de Mayo,
    Calle 16 de Septiembre, Av. Lázaro Cárdenas, Calle Nicolás Bravo, Calle Matamoros, Calle Independencia,
    Calle Aldama, Calle Galeana, Privada Los Pinos, Calle Las Flores, Av. Constitución, Calle Francisco I. Madero,
    Calle Emiliano Zapata, Calle Venustiano Carranza, Calle Melchor Ocampo, Calle Niños Héroes,
    Calle Josefa Ortiz de Domínguez, Calle Vicente Guerrero, Calle Álvaro Obregón, Av. Reforma
    """
)
COLONIAS = words(
    """
    Centro, La Loma, San Juan, El Carmen, Las Palmas, Guadalupe, Santa Cruz, Del Valle, Los Naranjos, El Mirador,
    Linda Vista, La Estación, Miguel Hidalgo, Las Huertas, El Calvario, San Antonio
    """
)
